import { useState } from 'react'
import type { StaffTicket, TicketCustomer } from '#contract/people/staff-tickets.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import { ReplyBox } from '../../account/tickets/reply-box.tsx'
import type { Reply } from '../../account/tickets/use-reply.ts'
import { shopNow } from '../../clock.ts'
import { useConfig } from '../../config.ts'
import { openPlaceholders, unfilledProblem, valuesFor } from './fill-reply.ts'
import { InsertReply } from './insert-reply.tsx'

type StaffReplyProps = {
  ticket: StaffTicket
  subscriptions: TicketCustomer['subscriptions']
  user: Me
  reply: Reply
}

/** The reply box of staff, with canned replies to insert. */
export function StaffReply({ ticket, subscriptions, user, reply }: StaffReplyProps) {
  const { shopName, timeZone } = useConfig()
  const { text, setText } = reply
  const [place, setPlace] = useState<{ at: number; text: string } | null>(null)
  // A text that was typed before a reload may have inserted placeholders.
  const [inserted, setInserted] = useState(() => openPlaceholders(text))
  function insert(content: string) {
    const facts = { ticket, subscriptions, agent: user.username, shop: shopName }
    const filled = fillIn(content, valuesFor({ ...facts, now: shopNow(), timeZone }))
    // A refused reply may have returned to the box since the dialog opened.
    const at = place?.text === text ? place.at : text.length
    const before = text.slice(0, at)
    const line = before && !before.endsWith('\n') ? '\n' : ''
    setText(before + line + filled + text.slice(at).replace(/^\//, ''))
    setInserted((names) => [...names, ...openPlaceholders(filled)])
    setPlace(null)
  }
  return (
    <>
      <ReplyBox
        reply={reply}
        canResolve
        problem={unfilledProblem(text, inserted)}
        onInsert={(at, typed) => setPlace({ at, text: typed })}
      />
      {place && (
        <InsertReply category={ticket.category} onPick={insert} onClose={() => setPlace(null)} />
      )}
    </>
  )
}
