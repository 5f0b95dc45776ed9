import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'

type Told = {
  /** The order's id. */
  order: string
  username: string
  cents: number
  items: { name: string; cents: number; seconds: number }[]
  /** `visa ••4242`; null when it is not known. */
  card: string | null
  /** All of the order is back. */
  whole: boolean
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

/** Whole days and hours, as `21 days 4 hours`; null of what is less than an hour. */
function lasting(seconds: number): string | null {
  const hours = Math.round(seconds / 3600)
  const parts = [
    [Math.floor(hours / 24), 'day'],
    [hours % 24, 'hour'],
  ] as const
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return words.length > 0 ? words.join(' ') : null
}

export function refundMail(sender: Sender, refund: Told): FramedMail {
  const { order, username, cents, items, card, whole } = refund
  const taken = items.flatMap(({ name, seconds }) => {
    const time = lasting(seconds)
    return time ? [`${time} of ${name}`] : []
  })
  return frame(sender, {
    subject: `${dollars(cents)} of your ${sender.shopName} order are on their way back`,
    preheader: 'Banks take 5 to 10 business days to show it.',
    heading: whole ? 'Your order was refunded' : 'A part of your order was refunded',
    paragraphs: [
      `Hi ${username}, we have given ${dollars(cents)} back to ${card ? `your ${card}` : 'the card that paid'}. Banks take 5 to 10 business days to show it.`,
      ...(taken.length > 0 ? [`The time that goes with it was taken: ${taken.join(', ')}.`] : []),
    ],
    rows: [
      ...items.map((item) => ({ label: item.name, value: dollars(item.cents) })),
      { label: 'Refunded', value: dollars(cents) },
    ],
    button: { label: 'Look at the order', url: `${sender.siteUrl}/orders/${order}` },
    notes: [`Order ${order}`],
    reason: `You bought something at ${sender.shopName}.`,
  })
}

export function refundFailedMail(sender: Sender, refund: Told): FramedMail {
  const { order, username, cents, items, card } = refund
  const back = items.some(({ seconds }) => seconds > 0)
  return frame(sender, {
    subject: `Your refund of ${dollars(cents)} did not arrive`,
    preheader: 'Your bank sent the money back to us.',
    heading: 'Your refund did not arrive',
    paragraphs: [
      `Hi ${username}, the ${dollars(cents)} that we gave back to ${card ? `your ${card}` : 'the card that paid'} did not arrive: your bank sent them back, as happens with cards that have expired or were closed.`,
      ...(back ? ['The time that went with it is yours again.'] : []),
      'Please open a ticket under Support on your dashboard, so that we find another way.',
    ],
    rows: [{ label: 'Not refunded', value: dollars(cents) }],
    button: { label: 'Look at the order', url: `${sender.siteUrl}/orders/${order}` },
    notes: [`Order ${order}`],
    reason: `You bought something at ${sender.shopName}.`,
  })
}
