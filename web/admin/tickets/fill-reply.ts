import { type ReplyPlaceholder, replyPlaceholders } from '#contract/people/canned-replies.ts'
import type { StaffTicket, TicketCustomer } from '#contract/people/staff-tickets.ts'
import { placeholdersOf } from '#contract/wire/placeholders.ts'
import { formatDay, formatList } from '../../format.ts'

type Facts = {
  ticket: Pick<StaffTicket, 'extras' | 'order_id'>
  subscriptions: TicketCustomer['subscriptions']
  agent: string
  shop: string
  now: number
}

const endOf = ({ created_at, term_length }: TicketCustomer['subscriptions'][number]) =>
  Date.parse(created_at) + term_length * 1000

/** Whether the time has a fixed end. */
const isRunning = (run: TicketCustomer['subscriptions'][number]) =>
  !run.lifetime && !run.paused && !run.stands_still_since && !run.held

/**
 * The values of the placeholders for a ticket. The product is the customer's only active one: with
 * several, staff have to choose.
 */
export function valuesFor({ ticket, subscriptions, agent, shop, now }: Facts) {
  const active = subscriptions.filter((each) => each.lifetime || endOf(each) > now)
  const only = active.length === 1 ? active[0]! : null
  return {
    username: ticket.extras.username,
    agent,
    shop,
    ...(ticket.order_id && { order: ticket.order_id.slice(0, 8) }),
    ...(only && { product: only.product_name }),
    ...(only && isRunning(only) && { ends: formatDay(endOf(only)) }),
  } satisfies Partial<Record<ReplyPlaceholder, string>>
}

/** Why a text cannot be sent: it has placeholders without a value. */
export function unfilledProblem(text: string): string | undefined {
  const left = placeholdersOf(text).filter((name) =>
    replyPlaceholders.includes(name as ReplyPlaceholder),
  )
  const names = [...new Set(left)].map((name) => `{${name}}`)
  return names.length > 0 ? `Replace ${formatList(names)} before you send the reply` : undefined
}
