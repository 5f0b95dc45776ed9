import { useMemo } from 'react'
import { type CannedReply, cannedReplies } from '#contract/people/canned-replies.ts'
import type { TicketCategory } from '#contract/wire/ticket.ts'
import { api } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Picker } from '../picker/picker.tsx'
import type { Load } from '../picker/use-options.ts'

type InsertReplyProps = {
  category: TicketCategory
  onPick: (content: string) => void
  onClose: () => void
}

/** Finds a canned reply by words of its name or text. Those for the ticket's category come first. */
export function InsertReply({ category, onPick, onClose }: InsertReplyProps) {
  const load = useMemo(() => loading(category), [category])
  return (
    <Dialog open onClose={onClose} title="Insert canned reply" actions={null}>
      <Picker
        label="Search canned replies"
        minimum={0}
        load={load}
        none="No canned replies found. Administrators add them under Settings."
        onPick={({ data }) => onPick(data.content)}
      />
    </Dialog>
  )
}

function loading(category: TicketCategory): Load<CannedReply> {
  return async (search, signal) => {
    const { replies } = await api(cannedReplies.list, undefined, { signal })
    const typed = search.toLowerCase().split(/\s+/)
    const found = replies.filter((reply) =>
      typed.every((word) => `${reply.name} ${reply.content}`.toLowerCase().includes(word)),
    )
    const fits = (reply: CannedReply) => reply.category === null || reply.category === category
    return [...found.filter(fits), ...found.filter((reply) => !fits(reply))].map((reply) => ({
      id: reply.id,
      label: reply.name,
      subtitle: [reply.category, excerptOf(reply.content)].filter(Boolean).join(' · '),
      data: reply,
    }))
  }
}

const longest = 90

const excerptOf = (content: string) =>
  content.length > longest ? `${content.slice(0, longest).trimEnd()}…` : content
