import { type TicketMessage, tickets } from '#contract/people/tickets.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { type Ticket, takesReplies } from '#contract/wire/ticket.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { BackLink } from './back-link.tsx'
import { MessageList, type ShownMessage } from './message-list.tsx'
import { OrderLink } from './order-link.tsx'
import { Over, ReplyBox } from './reply-box.tsx'
import { TicketBadge } from './ticket-badge.tsx'
import { useReply } from './use-reply.ts'

const pollEvery = 10_000

type Shown = 'id' | 'uid' | 'content' | 'created_at'

type ConversationProps = { ticket: Ticket; replies: TicketMessage[]; user: Me }

/** A ticket from its first message on, and the reply box while the ticket accepts replies. */
export function Conversation({ ticket, replies, user }: ConversationProps) {
  usePolling(pollEvery)
  const params = { id: ticket.id }
  const reply = useReply(user.uid, `reply-${ticket.id}`, (content) =>
    api(tickets.reply, { params, body: { content } }),
  )
  const known = new Set(replies.map(({ id }) => id))
  const later = [...replies, ...reply.sent.filter(({ id }) => !known.has(id))]
  const show = ({ id, uid, content, created_at }: Pick<TicketMessage, Shown>): ShownMessage => {
    const mine = uid === user.uid
    return { id, mine, author: mine ? 'You' : 'Support', content, at: created_at }
  }
  const messages = [{ ...show(ticket), id: 'first' as const }, ...later.map(show)]
  return (
    <>
      <BackLink />
      <section aria-labelledby="ticket-title" className="surface notch-6">
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line border-b px-5 py-5 sm:px-7">
          <div className="min-w-0 grow basis-64">
            <h2 id="ticket-title" className="title break-words text-xl">
              {ticket.title}
            </h2>
            <p className="mt-1 text-faint text-sm">
              {ticket.category} · #{ticket.id}
              {ticket.order_id && (
                <>
                  {' · about '}
                  <OrderLink id={ticket.order_id} />
                </>
              )}
            </p>
          </div>
          <TicketBadge status={ticket.status} />
        </header>
        <MessageList messages={messages} sending={reply.sending} />
        <div className="border-line border-t px-5 py-5 sm:px-7">
          {takesReplies(ticket.status) ? (
            <ReplyBox reply={reply} />
          ) : (
            <Over status={ticket.status} unsent={reply.text} />
          )}
        </div>
      </section>
    </>
  )
}
