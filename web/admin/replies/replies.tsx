import { MessageSquareText } from 'lucide-react'
import { type CannedReply, cannedReplies } from '#contract/people/canned-replies.ts'
import { api } from '../../api/client.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { asStaff } from '../load.ts'
import { SettingsPage } from '../settings/settings-page.tsx'
import type { Route } from './+types/replies'
import { AddReply, EditReply, RemoveReply } from './reply-dialogs.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the canned replies', () => api(cannedReplies.list))
}

export default function Replies({ loaderData }: Route.ComponentProps) {
  return (
    <SettingsPage
      path="replies"
      detail="Texts that staff insert into their replies to tickets. In a ticket, type / at the start of a line."
      loaded={loaderData}
    >
      {({ replies }) => (
        <>
          <div className="mb-4 flex justify-end">
            <AddReply />
          </div>
          <Table
            caption="Canned replies"
            columns={columns}
            rows={replies}
            rowKey={({ id }) => id}
            empty={
              <EmptyState icon={<MessageSquareText size={26} />} title="No canned replies">
                Add the answers that your team writes again and again.
              </EmptyState>
            }
          />
        </>
      )}
    </SettingsPage>
  )
}

const columns: Column<CannedReply>[] = [
  {
    header: 'Name',
    wide: true,
    cell: ({ name, content }) => (
      <div className="min-w-0 text-left">
        <span className="font-[600] [overflow-wrap:anywhere]">{name}</span>
        <span className="mt-0.5 line-clamp-2 text-faint text-sm [overflow-wrap:anywhere]">
          {content}
        </span>
      </div>
    ),
  },
  { header: 'Category', cell: ({ category }) => category ?? 'All categories' },
  {
    header: 'Actions',
    align: 'end',
    cell: (reply) => (
      <span className="inline-flex gap-2">
        <EditReply reply={reply} />
        <RemoveReply reply={reply} />
      </span>
    ),
  },
]
