import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { type CampaignRecipient, recipientStatus } from '#contract/people/campaigns.ts'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Filter } from '../list/filter.tsx'
import { List } from '../list/list.tsx'
import { SearchBox } from '../list/search-box.tsx'
import { RecipientBadge, recipientLooks } from './states.tsx'

type FoundRecipients = {
  recipients: CampaignRecipient[]
  total: number
  page: number
  limit: number
  isFiltered: boolean
}

const states = [
  { value: 'everyone', label: 'All recipients' },
  ...recipientStatus.options.map((value) => ({ value, label: recipientLooks[value].label })),
]

/** The delivery status of each recipient. */
export function Recipients({ list }: { list: FoundRecipients }) {
  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients" className="title mb-4 text-xl">
        Recipients
      </h2>
      <List
        caption="Recipients"
        nouns={['recipient', 'recipients']}
        pressable
        columns={columnsFor(list.recipients)}
        list={list}
        rows={list.recipients}
        rowKey={({ uid }) => uid}
        icon={<Users size={26} />}
        none={['No recipients']}
        noMatch={['No recipients match', 'Search for the start of an address or a username.']}
      >
        <SearchBox label="Search recipients" placeholder="Address or username…" />
        <Filter label="Result" name="status" options={states} />
      </List>
    </section>
  )
}

/**
 * If no recipient has a reason, there is no column for reasons and the first column takes its
 * space.
 */
function columnsFor(recipients: readonly CampaignRecipient[]): Column<CampaignRecipient>[] {
  const reasons = recipients.some(({ error }) => error)
  return [
    { ...recipient, wide: !reasons },
    { header: 'Result', cell: ({ status }) => <RecipientBadge status={status} /> },
    ...(reasons ? [why] : []),
    { header: 'Sent', cell: ({ sent_at }) => sent_at && <Moment look="table" at={sent_at} /> },
  ]
}

const recipient: Column<CampaignRecipient> = {
  header: 'Recipient',
  cell: ({ uid, username, email }) =>
    username === null ? (
      <span className="text-faint">Deleted user</span>
    ) : (
      <div className="min-w-0">
        <Link to={`/admin/users/${uid}`} className="stretched font-[600] hover:text-signal">
          {username}
        </Link>
        <p className="text-faint text-sm">{email}</p>
      </div>
    ),
}

const why: Column<CampaignRecipient> = {
  header: 'Reason',
  wide: true,
  cell: ({ error, attempts, due_at }) =>
    error && (
      <span className="text-soft text-sm">
        {error}
        {attempts > 1 && `, after ${attempts} attempts`}
        {due_at && (
          <>
            ; next attempt <Moment at={due_at} />
          </>
        )}
      </span>
    ),
}
