import { Mail as MailIcon } from 'lucide-react'
import { Link } from 'react-router'
import { type Mail, mails } from '#contract/platform/mail.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/table.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { Filter } from '../list/filter.tsx'
import { List } from '../list/list.tsx'
import { loadList } from '../list/load-list.ts'
import { SearchBox } from '../list/search-box.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/mails'
import { Resend } from './resend.tsx'

const states = [
  { value: 'all', label: 'All emails' },
  { value: 'queued', label: 'Queued' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
] as const

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load emails', () =>
    loadList(request, mails.list, { filters: ['status'] }),
  )
}

export default function Mails({ loaderData }: Route.ComponentProps) {
  return (
    <Page
      title="Email Log"
      detail="Emails that the shop has sent, newest first."
      loaded={loaderData}
    >
      {(data) => (
        <List
          caption="Emails"
          nouns={['email', 'emails']}
          pressable
          columns={columns}
          list={data}
          rows={data.mails}
          rowKey={({ id }) => id}
          icon={<MailIcon size={26} />}
          none={[
            'No emails yet',
            'Verification links, receipts and reminders will be listed here.',
          ]}
          noMatch={['No emails match', 'Search for the beginning of an address or a username.']}
        >
          <SearchBox label="Search emails" placeholder="Address or username…" />
          <Filter label="Status" name="status" options={states} />
        </List>
      )}
    </Page>
  )
}

const columns: Column<Mail>[] = [
  {
    header: 'Email',
    wide: true,
    cell: (mail) => (
      <div className="min-w-0">
        <p className="font-[600]">
          {mail.uid === null ? (
            mail.subject
          ) : (
            <Link to={`/admin/users/${mail.uid}`} className="stretched">
              {mail.subject}
            </Link>
          )}
        </p>
        {mail.order && (
          <Link
            to={`/admin/orders/${mail.order}`}
            className="relative text-soft text-sm hover:text-signal"
          >
            Order {mail.order.slice(0, 8)}
          </Link>
        )}
        {mail.error && <p className="text-danger text-sm">{mail.error}</p>}
        {mail.resent_by && <p className="text-faint text-sm">Resent by {mail.resent_by}</p>}
      </div>
    ),
  },
  {
    header: 'To',
    cell: ({ recipient, uid, username }) => (
      <div className="min-w-0 wrap-anywhere">
        {recipient}
        {uid && username && (
          <Link to={`/admin/users/${uid}`} className="block text-soft text-sm hover:text-signal">
            {username}
          </Link>
        )}
      </div>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StateBadge status={status} /> },
  { header: 'When', cell: (mail) => <Moment look="table" at={mail.sent_at ?? mail.created_at} /> },
  { header: 'Actions', align: 'end', cell: (mail) => <Resend mail={mail} /> },
]

const looks: Record<Mail['status'], { tone: Tone; label: string }> = {
  queued: { tone: 'warning', label: 'Queued' },
  sent: { tone: 'success', label: 'Sent' },
  failed: { tone: 'danger', label: 'Failed' },
}

function StateBadge({ status }: Pick<Mail, 'status'>) {
  const { tone, label } = looks[status]
  return <Badge tone={tone}>{label}</Badge>
}
