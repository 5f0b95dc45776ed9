import { type ReplyPlaceholder, replyPlaceholders } from '#contract/people/canned-replies.ts'
import type { StaffTicket, TicketCustomer } from '#contract/people/staff-tickets.ts'
import { placeholdersOf } from '#contract/wire/placeholders.ts'
import { shortDay } from '#contract/wire/time-zone.ts'
import { formatList } from '../../format.ts'
import { endOf, isRunning } from '../run-end.ts'

type Facts = {
  ticket: Pick<StaffTicket, 'extras' | 'order_id'>
  subscriptions: TicketCustomer['subscriptions']
  agent: string
  shop: string
  now: number
  /** The shop's, which mails use too. */
  timeZone: string
}

/**
 * The values of the placeholders for a ticket. The product is the customer's only running one: with
 * several, staff have to choose. Frozen or paused time has no date of expiry.
 */
export function valuesFor({ ticket, subscriptions, agent, shop, now, timeZone }: Facts) {
  const running = subscriptions.filter((each) => each.lifetime || isRunning(each, now))
  const only = running.length === 1 ? running[0]! : null
  const isFixed = only && !only.lifetime && !only.paused && !only.stands_still_since && !only.held
  return {
    username: ticket.extras.username,
    agent,
    shop,
    ...(ticket.order_id && { order: ticket.order_id.slice(0, 8) }),
    ...(only && { product: only.product_name }),
    ...(isFixed && { ends: shortDay(new Date(endOf(only)), timeZone) }),
  } satisfies Partial<Record<ReplyPlaceholder, string>>
}

/** The placeholders of canned replies in a text. */
export const openPlaceholders = (text: string) =>
  placeholdersOf(text).filter((name) => replyPlaceholders.includes(name as ReplyPlaceholder))

/** Why a text cannot be sent: it still has these placeholders, which were inserted without a value. */
export function unfilledProblem(text: string, inserted: readonly string[]): string | undefined {
  const left = openPlaceholders(text).filter((name) => inserted.includes(name))
  const names = [...new Set(left)].map((name) => `{${name}}`)
  return names.length > 0 ? `Replace ${formatList(names)} before you send the reply` : undefined
}
