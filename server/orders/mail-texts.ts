import { labelOf, type Plan } from '#contract/terms.ts'
import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { dayOf } from '#server/mail/when.ts'

export type Receipt = {
  id: string
  username: string
  items: { name: string; plan: Plan; priceCents: number }[]
  totalCents: number
  /** The money came after the order had expired. */
  late: boolean
  renewsAt: Date | null
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

export function receiptMail(sender: Sender, receipt: Receipt): FramedMail {
  const { id, username, items, totalCents, late, renewsAt } = receipt
  const confirmed = 'your order has been confirmed, you can now download your custom loader.'
  return frame(sender, {
    subject: late
      ? `Your late payment to ${sender.shopName} was accepted`
      : `Your ${sender.shopName} order`,
    preheader: `Your payment of ${dollars(totalCents)} has arrived.`,
    heading: late ? 'Your late payment was accepted' : 'Thank you for your order',
    paragraphs: late
      ? [
          `Hi ${username}, your payment arrived after the time to pay was over. Nothing is lost: it counts in full.`,
          `So ${confirmed}`,
        ]
      : [`Hi ${username}, ${confirmed}`],
    rows: [
      ...items.map(({ name, plan, priceCents }) => ({
        label: `${name}, ${labelOf(plan).toLowerCase()}`,
        value: dollars(priceCents),
      })),
      { label: 'Total', value: dollars(totalCents) },
    ],
    button: { label: 'Go to Dashboard', url: `${sender.siteUrl}/dashboard?t=loader` },
    notes: [
      ...(renewsAt
        ? [`It renews on ${dayOf(sender, renewsAt)} unless you cancel the renewal under Orders.`]
        : []),
      `Order ${id}: ${sender.siteUrl}/orders/${id}`,
    ],
    reason: `You bought something at ${sender.shopName}.`,
  })
}

export type ShortPayment = {
  id: string
  username: string
  totalCents: number
  missingCents: number
  /** In coins, as the provider writes it: `0.00012 BTC`. */
  missing: string
  address: string
  /** The memo or tag without which some coins do not arrive. */
  memo: string | null
  network: string | null
}

export function shortPaymentMail(sender: Sender, order: ShortPayment): FramedMail {
  const { id, username, totalCents, missingCents, missing, address, memo, network } = order
  return frame(sender, {
    subject: `Your ${sender.shopName} order is waiting for ${missing}`,
    preheader: `A part of your payment has arrived; ${dollars(missingCents)} is missing.`,
    heading: 'Your payment fell short',
    paragraphs: [
      `Hi ${username}, a part of your payment has arrived and is kept for your order. Often a fee was taken off on the way.`,
      'Send the rest to the same address. The order is confirmed as soon as it is there, whenever that is.',
    ],
    rows: [
      { label: 'Order total', value: dollars(totalCents) },
      { label: 'Missing', value: `${missing} (${dollars(missingCents)})` },
      { label: 'Address', value: address },
      ...(memo ? [{ label: 'Memo or tag (required)', value: memo }] : []),
      ...(network ? [{ label: 'Network', value: network.toUpperCase() }] : []),
    ],
    button: { label: 'Complete the payment', url: `${sender.siteUrl}/crypto-payment?order=${id}` },
    notes: [
      'Would you rather have your money back? Open a ticket under Support on your dashboard.',
      `Order ${id}`,
    ],
    reason: `You began to pay for something at ${sender.shopName}.`,
  })
}
