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
  const load = useMemo(() => repliesLoader(category), [category])
  return (
    <Dialog open onClose={onClose} title="Insert Canned Reply" actions={null}>
      <Picker
        label="Search canned replies"
        minimum={0}
        load={load}
        none="No matching canned replies. Administrators add them at Settings → Canned replies."
        onPick={({ data }) => onPick(data.content)}
      />
    </Dialog>
  )
}

function repliesLoader(category: TicketCategory): Load<CannedReply> {
  let all: Promise<CannedReply[]> | undefined
  return async (search) => {
    all ??= api(cannedReplies.list).then(({ replies }) => replies)
    const replies = await all.catch((error) => {
      all = undefined
      throw error
    })
    const typed = search.toLowerCase().split(/\s+/)
    const found = replies.filter((reply) =>
      typed.every((word) => `${reply.name} ${reply.content}`.toLowerCase().includes(word)),
    )
    const fits = (reply: CannedReply) => reply.category === null || reply.category === category
    const sorted = [...found.filter(fits), ...found.filter((reply) => !fits(reply))]
    return sorted.slice(0, mostShown).map((reply) => ({
      id: reply.id,
      label: reply.name,
      subtitle: [reply.category, excerptOf(reply.content)].filter(Boolean).join(' · '),
      data: reply,
    }))
  }
}

const longest = 90
/** More can be found by typing. */
const mostShown = 50

const excerptOf = (content: string) =>
  content.length > longest ? `${content.slice(0, longest).trimEnd()}…` : content
