import { MailX } from 'lucide-react'
import {
  mailSuppressions,
  type Suppression,
  type SuppressionReason,
} from '#contract/platform/mail-suppressions.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Filter } from '../list/filter.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/suppressions'
import { AddSuppression } from './add-suppression.tsx'
import { RemoveSuppression } from './remove-suppression.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the suppression list', () =>
    loadList(request, mailSuppressions.list, { filters: ['reason'] }),
  )
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
        <List
          caption="Suppressed addresses"
          nouns={['address', 'addresses']}
          columns={columns}
          list={data}
          rows={data.suppressions}
          rowKey={({ email }) => email}
          icon={<MailX size={26} />}
          none={[
            'No suppressed addresses',
            'Recipients who unsubscribe from a campaign are added automatically.',
          ]}
          noMatch={[
            'No addresses match',
            'Search for another part of the address, or choose another reason.',
          ]}
        >
          <SearchBox label="Search addresses" placeholder="Part of an address…" />
          <Filter label="Reason" name="reason" options={reasons} />
        </List>
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
  { header: 'Since', cell: ({ created_at }) => <Moment look="table" at={created_at} /> },
  {
    header: 'Actions',
    align: 'end',
    cell: (suppression) => <RemoveSuppression suppression={suppression} />,
  },
]
