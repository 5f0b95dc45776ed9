import { ArrowLeft, ArrowRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import {
  type StaffTicket,
  type StaffTicketMessage,
  staffTickets,
  type TicketCustomer,
  type TicketState,
} from '#contract/people/staff-tickets.ts'
import type { TicketNote } from '#contract/people/ticket-notes.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { fill } from '#contract/wire/refusals.ts'
import { MessageList, type ShownMessage } from '../../account/tickets/message-list.tsx'
import { TicketBadge } from '../../account/tickets/ticket-badge.tsx'
import { useReply } from '../../account/tickets/use-reply.ts'
import { api } from '../../api/client.ts'
import { readDraft } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { useListAddress } from '../list/address.ts'
import { Assignment } from './assignment.tsx'
import { CustomerCard } from './customer-card.tsx'
import { NoteBox, noteAsMessage, noteDraft } from './notes.tsx'
import { StaffReply } from './staff-reply.tsx'
import { StatusSelect } from './status-select.tsx'
import { withTicket } from './ticket-list.tsx'
import { useEarlier } from './use-earlier.ts'
import { type Conversation, useLive } from './use-live.ts'

type TicketPanelProps = {
  loaded: Conversation
  /** The id of the next ticket. */
  next: number | null
  user: Me
}

/** A ticket with its conversation, next to the facts about its customer. */
export function TicketPanel({ loaded, next, user }: TicketPanelProps) {
  const [{ ticket, replies, total, notes, customer }, show] = useLive(loaded)
  const gone = customer.user === null
  const change = (changed: Partial<StaffTicket>) =>
    show((before) => ({ ...before, ticket: { ...before.ticket, ...changed } }))
  return (
    <div className="grid items-start gap-5 min-[88rem]:grid-cols-[minmax(0,1fr)_17rem]">
      <section aria-labelledby="ticket-title" className="surface notch-6 min-w-0">
        <header className="grid gap-4 border-line border-b px-5 py-5 sm:px-7">
          <div className="flex justify-between gap-4">
            <BackToList />
            {next !== null && <NextTicket id={next} />}
          </div>
          <div className="min-w-0">
            <h2 id="ticket-title" className="title break-words text-xl">
              {ticket.title}
            </h2>
            <p className="mt-1 text-faint text-sm [overflow-wrap:anywhere]">
              <bdi>{ticket.extras.username}</bdi> · {ticket.category} · #{ticket.id} · opened{' '}
              <Moment at={ticket.created_at} />
            </p>
            {ticket.order_id && (
              <p className="mt-1 text-sm">
                About{' '}
                <Link
                  to={`/admin/orders/${ticket.order_id}`}
                  className="underline decoration-edge underline-offset-4 hover:decoration-signal"
                >
                  order <span className="font-mono">#{ticket.order_id.slice(0, 8)}</span>
                </Link>
              </p>
            )}
          </div>
          {gone ? (
            <p>
              <TicketBadge status={ticket.status} />
            </p>
          ) : (
            <div className="flex flex-wrap gap-x-6 gap-y-4">
              <StatusSelect ticket={ticket} onChange={change} />
              <Assignment ticket={ticket} user={user} onChange={change} />
            </div>
          )}
        </header>
        <Messages
          ticket={ticket}
          latest={replies}
          total={total}
          notes={notes}
          subscriptions={customer.subscriptions}
          gone={gone}
          user={user}
          onChange={change}
        />
      </section>
      <CustomerCard uid={ticket.uid} customer={customer} />
    </div>
  )
}

/** On a narrow screen the ticket replaces the list. */
function BackToList() {
  const { query } = useListAddress()
  return (
    <Link
      to={{ search: String(withTicket(query, null)) }}
      className="-ml-1 inline-flex items-center gap-1.5 rounded-sm px-1 text-soft text-sm hover:text-ink xl:hidden"
    >
      <ArrowLeft size={16} aria-hidden="true" />
      All tickets
    </Link>
  )
}

function NextTicket({ id }: { id: number }) {
  const { query } = useListAddress()
  return (
    <Link
      to={{ search: String(withTicket(query, id)) }}
      className="-mr-1 ml-auto inline-flex items-center gap-1.5 rounded-sm px-1 text-soft text-sm hover:text-ink"
    >
      Next ticket
      <ArrowRight size={16} aria-hidden="true" />
    </Link>
  )
}

type MessagesProps = {
  ticket: StaffTicket
  latest: readonly StaffTicketMessage[]
  total: number
  notes: readonly TicketNote[]
  subscriptions: TicketCustomer['subscriptions']
  /** The customer was deleted. */
  gone: boolean
  user: Me
  onChange: (changed: TicketState) => void
}

function Messages(props: MessagesProps) {
  const { ticket, latest, total, notes, subscriptions, gone, user, onChange } = props
  const params = { id: ticket.id }
  const { replies, missing, load, loading } = useEarlier(ticket.id, latest, total)
  const draft = `answer-${ticket.id}`
  const reply = useReply<StaffTicketMessage>(user.uid, draft, async (content, resolve, sent) => {
    const seen = Math.max(0, ...[...replies, ...sent].map(({ id }) => id))
    const body = { content, seen, ...(resolve && { status: 'resolved' as const }) }
    const { ticket, ...message } = await api(staffTickets.reply, { params, body })
    onChange(ticket)
    return message
  })
  const known = new Set(replies.map(({ id }) => id))
  const later = [...replies, ...reply.sent.filter(({ id }) => !known.has(id))]
  const first = { ...ticket, staff: false }
  const show = (message: Omit<StaffTicketMessage, 'id'>, id: ShownMessage['id']): ShownMessage => {
    const mine = message.uid === user.uid
    const { username } = message.extras
    const author = mine ? 'You' : message.staff ? isolated`${username} (staff)` : username
    return { id, mine, author, content: message.content, at: message.created_at }
  }
  const [writes, setWrites] = useState<'reply' | 'note'>(() =>
    readDraft(user.uid, noteDraft(ticket.id)) && !reply.text ? 'note' : 'reply',
  )
  // The notes between earlier replies are shown together with these.
  const since = missing > 0 ? (replies[0]?.created_at ?? '') : ''
  const shownNotes = notes
    .filter(({ created_at }) => created_at >= since)
    .map((note) => noteAsMessage(ticket.id, note, user))
  const shown = [...later.map((message) => show(message, message.id)), ...shownNotes]
  return (
    <>
      <MessageList
        messages={[show(first, 'first'), ...shown.sort((a, b) => a.at.localeCompare(b.at))]}
        sending={reply.sending}
        afterFirst={
          missing > 0 && (
            <Button size="small" loading={loading} onClick={load} className="self-center">
              Show earlier messages
            </Button>
          )
        }
      />
      <div className="border-line border-t px-5 py-5 sm:px-7">
        <RadioGroup
          legend="Write"
          hideLegend
          options={[
            { value: 'reply', label: 'Reply to customer' },
            { value: 'note', label: 'Note for staff' },
          ]}
          value={writes}
          onChange={setWrites}
          className="mb-4 w-fit"
        />
        {writes === 'note' ? (
          <NoteBox ticketId={ticket.id} user={user} />
        ) : gone ? (
          <NoReply unsent={reply.text}>
            {staffTickets.reply.refusals.customer_deleted.sentence}.
          </NoReply>
        ) : ticket.status === 'closed' ? (
          <NoReply unsent={reply.text}>
            {fill(staffTickets.reply.refusals.ticket_over.sentence, { status: 'closed' })}. To
            reopen it, change its status.
          </NoReply>
        ) : (
          <StaffReply ticket={ticket} subscriptions={subscriptions} user={user} reply={reply} />
        )}
      </div>
    </>
  )
}

function NoReply({ unsent, children }: { unsent: string; children: ReactNode }) {
  return (
    <>
      <p className="text-soft">{children}</p>
      {unsent && (
        <div className="mt-4">
          <p className="label">Your unsent reply</p>
          <p className="mt-1.5 whitespace-pre-wrap rounded-md border border-line px-4 py-3 text-soft [overflow-wrap:anywhere]">
            {unsent}
          </p>
        </div>
      )}
    </>
  )
}
