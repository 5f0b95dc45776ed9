import { documentTitles } from '#contract/selling/documents.ts'
import type { StaffOrder } from '#contract/selling/staff-orders.ts'
import { formatPrice } from '../../format.ts'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { DocumentLink } from '../documents/document-link.tsx'

/** The documents issued to the customer. */
export function DocumentsCard({ documents }: Pick<StaffOrder, 'documents'>) {
  if (documents.length === 0) return null
  return (
    <Card>
      <CardHeader title="Documents" />
      <ul className="grid gap-4 divide-y divide-line">
        {documents.map(({ number, kind, issued_at, total }) => (
          <li
            key={number}
            className="flex flex-wrap justify-between gap-x-4 gap-y-1 pt-4 first:pt-0"
          >
            <span className="min-w-0">
              {documentTitles[kind]} <DocumentLink number={number} />
              <span className="block text-faint text-sm">
                <Moment at={issued_at} />
              </span>
            </span>
            <span className="tabular-nums">{formatPrice(total)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
