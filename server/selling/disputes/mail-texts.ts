import type { DisputeOpening } from '#contract/selling/disputes.ts'
import { formatMoney } from '#contract/wire/currency.ts'
import { button, end, paragraphs, recipient, text, top } from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailCustomer, mailDecision } from './mail.ts'

type Told = {
  order: string
  username: string
  cents: number
  effect: DisputeOpening
  /** The disputed amount is less than the amount left of the order. */
  part: boolean
}

const told: Told = {
  ...{ order: 'LO-2K7QX4', username: 'night_owl', cents: 1999 },
  ...{ effect: 'frozen', part: false },
}

export const paymentDisputedMail = mail('payment-disputed', {
  title: 'Payment disputed',
  detail: 'Sent if a customer’s bank disputes a payment. The amount is below the text.',
  placeholders: { ...recipient, amount: 'disputed amount' },
  fields: {
    ...top,
    text,
    frozen: paragraphs('If the time is on hold'),
    revoked: paragraphs('If the time was revoked'),
    left: paragraphs('If the time continues'),
    part: paragraphs('If only part of the order is disputed'),
    next: paragraphs('Next steps'),
    button,
    ...end,
  },
  words: {
    subject: 'Your payment of {amount} is disputed',
    preheader: 'Your bank has requested the money back.',
    heading: 'Your payment is disputed',
    text: 'Hi {username}, your bank has requested a return of {amount} that you paid for your {shop} order.',
    frozen:
      'Your remaining time is on hold until the bank decides, and nothing in the order renews until then. If the bank decides that the payment was yours, you get all of your time back.',
    revoked:
      'The time from this order was revoked, and nothing in it renews. If the bank decides that the payment was yours, you get the time back.',
    left: 'Your subscription continues until the bank decides. Nothing in the order renews until then.',
    part: 'The dispute covers part of the order. If the bank decides against the shop, the time for that part is revoked, and the rest of the order continues.',
    next: 'If you did not mean to dispute it, tell your bank that the payment was yours. If something was wrong with the order, please open a ticket under Support on your dashboard.',
    button: 'View order',
    notes: '',
    reason: 'You bought something at {shop}.',
  },
  samples: {
    'Time on hold': (sender) => writePaymentDisputedMail(sender, told),
    'Time revoked': (sender) => writePaymentDisputedMail(sender, { ...told, effect: 'revoked' }),
    'Time continues': (sender) => writePaymentDisputedMail(sender, { ...told, effect: 'left' }),
    'Part of an order': (sender) => writePaymentDisputedMail(sender, { ...told, part: true }),
  },
  again: (db, sender, { about }, again) => mailCustomer(db, sender, Number(about.dispute), again),
})

export const disputeDecidedMail = mail('dispute-decided', {
  title: 'Dispute decided',
  detail: 'Sent when the bank decides a dispute that the customer was told about.',
  placeholders: { ...recipient, amount: 'disputed amount' },
  fields: {
    ...top,
    text,
    won: paragraphs('If the dispute was won'),
    won_late: paragraphs('If the dispute was won after the payment was returned'),
    lost: paragraphs('If the dispute was lost'),
    lost_part: paragraphs('If a dispute of part of the order was lost'),
    button,
    ...end,
  },
  words: {
    subject: 'The dispute of your {amount} payment is decided',
    preheader: 'Here is what it means for your subscription.',
    heading: 'The dispute is decided',
    text: 'Hi {username}, the dispute of {amount} for your {shop} order is closed.',
    won: 'The payment stands. The time from the order is fully restored, and its renewals continue as before.',
    won_late:
      'The bank has changed its decision, and the payment stands. The revoked time is fully restored. A renewal that ended because of the dispute stays off. You can turn it on when you buy the product again.',
    lost: 'The money was returned to you. The time from the order was revoked, and nothing in it renews.',
    lost_part:
      'The money was returned to you. The time for that part of the order was revoked. The rest of the order continues, but nothing in it renews.',
    button: 'View order',
    notes: '',
    reason: 'You bought something at {shop}.',
  },
  samples: {
    'Dispute won': (sender) => writeDisputeDecidedMail(sender, { ...told, end: 'won' }),
    'Dispute won later': (sender) => writeDisputeDecidedMail(sender, { ...told, end: 'won_late' }),
    'Dispute lost': (sender) => writeDisputeDecidedMail(sender, { ...told, end: 'lost' }),
    'Part of an order lost': (sender) =>
      writeDisputeDecidedMail(sender, { ...told, end: 'lost_part' }),
  },
  again: (db, sender, { about }, again) => mailDecision(db, sender, Number(about.dispute), again),
})

export function writePaymentDisputedMail(
  sender: Sender,
  { order, username, cents, effect, part }: Told,
): FramedMail {
  const amount = formatMoney(cents)
  const words = paymentDisputedMail.fillIn(sender, { username, amount })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [
      ...usual.paragraphs,
      ...lines(words[effect]),
      ...(part ? lines(words.part) : []),
      ...lines(words.next),
    ],
    rows: [{ label: 'Disputed', value: amount }],
    button: { label: words.button, url: `${sender.siteUrl}/orders/${order}` },
    notes: [...usual.notes, `Order ${order}`],
  })
}

export function writeDisputeDecidedMail(
  sender: Sender,
  {
    order,
    username,
    cents,
    end,
  }: Pick<Told, 'order' | 'username' | 'cents'> & {
    end: 'won' | 'won_late' | 'lost' | 'lost_part'
  },
): FramedMail {
  const words = disputeDecidedMail.fillIn(sender, { username, amount: formatMoney(cents) })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...lines(words[end])],
    button: { label: words.button, url: `${sender.siteUrl}/orders/${order}` },
    notes: [...usual.notes, `Order ${order}`],
  })
}
