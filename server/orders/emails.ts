import type { Months } from '#contract/wire.ts'
import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'

export type Receipt = {
  id: string
  username: string
  items: { name: string; months: Months; priceCents: number }[]
  totalCents: number
  renewsAt: Date | null
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`
const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

export function receiptMail(sender: Sender, receipt: Receipt): FramedMail {
  const { id, username, items, totalCents, renewsAt } = receipt
  const lines = items.map(
    ({ name, months, priceCents }) =>
      `${name}, ${months === 1 ? '1 month' : `${months} months`}: ${dollars(priceCents)}`,
  )
  return frame(sender, {
    subject: `Your ${sender.product} order`,
    preheader: `Your payment of ${dollars(totalCents)} has arrived.`,
    heading: 'Thank you for your order',
    paragraphs: [
      `Hi ${username}, your order has been confirmed, you can now download your custom loader.`,
      ...lines,
      `Total: ${dollars(totalCents)}`,
    ],
    button: { label: 'Go to Dashboard', url: `${sender.siteUrl}/dashboard?t=loader` },
    notes: [
      ...(renewsAt
        ? [`It renews on ${day.format(renewsAt)} unless you cancel the renewal under Orders.`]
        : []),
      `Order ${id}`,
    ],
    reason: `You bought something at ${sender.product}.`,
  })
}
