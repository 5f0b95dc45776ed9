import { MailX } from 'lucide-react'
import {
  mailSuppressions,
  type Suppression,
  type SuppressionReason,
} from '#contract/platform/mail-suppressions.ts'
import { api } from '../../api/client.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { readList } from '../list/address.ts'
import { Filter } from '../list/filter.tsx'
import { Pager } from '../list/pager.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/suppressions'
import { AddSuppression } from './add-suppression.tsx'
import { RemoveSuppression } from './remove-suppression.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { query, page, limit, search } = readList(request)
  const given = query.get('reason') ?? undefined
  const reason = mailSuppressions.list.query.shape.reason.safeParse(given).data
  return asStaff(request, 'Failed to load the suppression list', async () => ({
    page,
    limit,
    narrowed: Boolean(search || reason),
    ...(await api(mailSuppressions.list, { query: { page, limit, search, reason } })),
  }))
}

export default function Suppressions({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Suppression List"
      back={{ to: '/admin/emails', label: 'Emails' }}
      detail="These addresses receive no campaigns. They still receive emails about their account."
      actions={<AddSuppression />}
      loaded={loaderData}
    >
      {(data) => (
        <>
          <div className="mb-4 flex flex-wrap gap-3">
            <SearchBox label="Search addresses" placeholder="Part of an address…" />
            <Filter label="Reason" name="reason" options={reasons} />
          </div>
          <Table
            caption="Suppressed addresses"
            columns={columns}
            rows={data.suppressions}
            rowKey={({ email }) => email}
            empty={
              <EmptyState
                icon={<MailX size={26} />}
                title={data.narrowed ? 'No addresses match' : 'No suppressed addresses'}
              >
                {data.narrowed
                  ? 'Search for another part of the address, or choose another reason.'
                  : 'Recipients who unsubscribe from a campaign are added automatically.'}
              </EmptyState>
            }
          />
          <Pager {...data} nouns={['address', 'addresses']} />
        </>
      )}
    </Page>
  )
}

const labels: Record<SuppressionReason, string> = {
  unsubscribed: 'Unsubscribed',
  bounced: 'Bounced',
  complained: 'Complained',
  staff: 'Added by staff',
}

const reasons = [
  { value: 'any', label: 'Any reason' },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]

const columns: Column<Suppression>[] = [
  {
    header: 'Address',
    wide: true,
    cell: ({ email }) => <span className="font-[600]">{email}</span>,
  },
  { header: 'Reason', cell: ({ reason }) => <Badge>{labels[reason]}</Badge> },
  { header: 'Since', cell: ({ created_at }) => <Moment stacked at={created_at} /> },
  {
    header: 'Actions',

    align: 'end',
    cell: (suppression) => <RemoveSuppression suppression={suppression} />,
  },
]
