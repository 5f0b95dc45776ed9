import { brandName } from '#contract/selling/card-brand.ts'
import { type Evidence, mostEvidence } from '#contract/selling/dispute-evidence.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import { labelOf, type Plan } from '#contract/wire/terms.ts'
import type { CardChecks } from '#server/adapters/payments/card-provider.ts'
import { quoteMark } from '#server/selling/documents/pdf.ts'
import type { Gathered } from './gather.ts'

export type Known = Gathered & {
  checks: CardChecks | null
  /** The refund policy as text, in the accepted version. Null if none was accepted. */
  policy: string | null
  shop: { name: string; url: string }
}

/** Writes the evidence for the bank: facts with times in UTC, each text within its limit. */
export function writeEvidence(known: Known): Evidence {
  const { order, items } = known
  const gone = order.deleted_at !== null
  const told: Evidence = {
    product_description: soldOf(known),
    service_date: order.paid_at ? dayOf(order.paid_at) : '',
    customer_name: gone ? '' : order.username,
    customer_email_address: gone ? '' : order.email,
    customer_purchase_ip: order.address ?? '',
    access_activity_log: activityOf(known),
    refund_policy_disclosure: acceptedOf(known),
    cancellation_policy_disclosure: items.some(({ renew }) => renew) ? renewalOf(known) : '',
    uncategorized_text: [receiptOf(known), secureOf(known), ticketsOf(known)]
      .filter(Boolean)
      .join('\n\n'),
  }
  return Object.fromEntries(
    Object.entries(told).map(([name, text]) => [name, cut(text, mostEvidence)]),
  )
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const momentOf = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

export function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const room = text.slice(0, most - 40)
  return `${room.slice(0, Math.max(room.lastIndexOf('\n'), most - 2000))}\n(The rest is omitted.)`
}

const accessOf = (plan: Plan) =>
  plan === 'lifetime'
    ? 'lifetime access that does not expire'
    : `access for ${labelOf(plan).toLowerCase()}`

function soldOf({ items, shop, others, order }: Known): string {
  const sold = items.map(
    ({ name, plan, cents }) => `${name}, ${accessOf(plan)}: ${formatMoney(cents)}`,
  )
  return [
    `Downloadable software, sold by ${shop.name} (${shop.url}). It is delivered immediately: access starts and the download is available as soon as the payment arrives.`,
    ...sold,
    `Order ${order.id}, placed ${momentOf(order.created_at)}${order.paid_at ? `, paid and delivered ${momentOf(order.paid_at)}` : ''}.`,
    others > 0
      ? `The same customer account, opened ${dayOf(order.joined_at)}, has paid for ${others} other order${others === 1 ? '' : 's'} without a dispute.`
      : `The customer account was opened ${dayOf(order.joined_at)}.`,
  ].join('\n')
}

function activityOf({ activity }: Known): string {
  if (activity.length === 0) return ''
  return [
    'Activity of this customer account, in UTC. IP addresses are those that the server received.',
    ...activity.map(({ at, what, address }) =>
      [momentOf(at), what, ...(address ? [`from ${address}`] : [])].join('  '),
    ),
  ].join('\n')
}

function acceptedOf({ order, shop, policy }: Known): string {
  const { terms_version: terms, refunds_version: refunds, accepted_at: at } = order
  if (!at || terms === null || refunds === null) return ''
  return [
    `The terms of service (version ${terms}, ${shop.url}/terms/${terms}) and the refund policy (version ${refunds}, ${shop.url}/refunds/${refunds}) were linked next to the payment button, and were accepted with this order at ${momentOf(at)}${order.address ? ` from ${order.address}` : ''}.`,
    ...(policy ? [`The accepted refund policy:\n${policy}`] : []),
  ].join('\n\n')
}

function renewalOf({ shop, order }: Known): string {
  return `Each product had a switch for automatic renewal, and the amount and date of each charge were shown next to the payment button. Each charge is announced by email days ahead, with its amount, date and card, and a link to stop it without signing in. Customers can also stop it at ${shop.url}/dashboard at any time.${
    order.renews_order_id ? ` This order is a renewal of order ${order.renews_order_id}.` : ''
  }`
}

function receiptOf({ order, document, payment, refunds }: Known): string {
  const card = payment?.card_last4
    ? ` by ${brandName(payment.card_brand)} ending ${payment.card_last4}`
    : ''
  return [
    'RECEIPT',
    `${formatMoney(order.total_cents)} paid${card}${order.paid_at ? ` on ${momentOf(order.paid_at)}` : ''}.`,
    ...(document
      ? [`Document ${document.name} of ${momentOf(document.issued_at)}, emailed to the customer.`]
      : []),
    ...refunds.map(
      ({ cents, taken_at }) =>
        `${formatMoney(cents)} were refunded${taken_at ? ` on ${momentOf(taken_at)}` : ''}.`,
    ),
  ].join('\n')
}

function secureOf({ checks }: Known): string {
  if (!checks) return ''
  const { threeDSecure: secure, securityCode, postalCode, country } = checks
  return [
    'CARD CHECKS',
    secure
      ? `3-D Secure${secure.version ? ` ${secure.version}` : ''}: ${secure.result.replaceAll('_', ' ')}.`
      : 'The bank did not require 3-D Secure.',
    ...(securityCode ? [`Security code: ${securityCode}.`] : []),
    ...(postalCode ? [`Postal code: ${postalCode}.`] : []),
    ...(country ? [`Country of the card: ${country}.`] : []),
  ].join('\n')
}

/** Puts the quote on one line behind a mark, so that it cannot look like another person's text. */
const quoted = (text: string) => `${quoteMark}${text.replace(/\s+/g, ' ')}`

export function ticketsOf({ tickets }: Pick<Known, 'tickets'>): string {
  if (tickets.length === 0) return 'TICKETS\nThe customer has never contacted support.'
  return [
    'TICKETS',
    ...tickets.map(({ id, title, messages }) =>
      [
        `Ticket ${id}, title:`,
        quoted(title),
        ...messages.flatMap(({ by, text, at }) => [
          `${momentOf(new Date(at))}, ${by}:`,
          quoted(cut(text, 1000)),
        ]),
      ].join('\n'),
    ),
  ].join('\n\n')
}
