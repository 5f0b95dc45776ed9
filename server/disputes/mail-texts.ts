import { formatMoney } from '#contract/currency.ts'
import type { DisputeOpening } from '#contract/disputes.ts'
import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { lines, said, type WrittenMails, writer } from '#server/mail/words.ts'

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

export const disputeMailTexts: WrittenMails<'mail-payment-disputed' | 'mail-dispute-decided'> = {
  'mail-payment-disputed': {
    words: {
      subject: 'Your payment of {amount} is disputed',
      preheader: 'Your bank has asked it back.',
      heading: 'Your payment is disputed',
      text: 'Hi {username}, your bank has asked {amount} back, which you paid for your {shop} order.',
      frozen:
        'Your time is kept until the bank decides: it stands still, and nothing of the order renews meanwhile. If the bank decides that the payment was yours, you get your time back to the second.',
      revoked:
        'The time of the order was taken back, and nothing of it renews. If the bank decides that the payment was yours, you get it back.',
      left: 'Your time goes on until the bank decides, and nothing of the order renews meanwhile.',
      part: 'It is a part of what the order cost. If the bank takes it back for good, the time that belongs to this part goes, and the rest of the order goes on.',
      next: 'If you did not mean to dispute it, tell your bank that the payment was yours. If something was wrong with the order, please open a ticket under Support on your dashboard.',
      button: 'Look at the order',
      notes: '',
      reason: 'You bought something at {shop}.',
    },
    samples: {
      'Time is kept': (sender) => paymentDisputedMail(sender, told),
      'Time was taken back': (sender) =>
        paymentDisputedMail(sender, { ...told, effect: 'revoked' }),
      'Time goes on': (sender) => paymentDisputedMail(sender, { ...told, effect: 'left' }),
      'Of a part': (sender) => paymentDisputedMail(sender, { ...told, part: true }),
    },
  },
  'mail-dispute-decided': {
    words: {
      subject: 'The dispute of your {amount} is decided',
      preheader: 'What it means for your time.',
      heading: 'The dispute is decided',
      text: 'Hi {username}, the dispute of the {amount} of your {shop} order is over.',
      won: 'The payment stands. The time of the order is yours again to the second, and what renews goes on as before.',
      won_late:
        'The bank has changed its mind, and the payment stands after all. The time that had gone is yours again to the second. A renewal that ended with it stays off: you turn it on where you buy the product again.',
      lost: 'The money has gone back to you. The time that the order gave went with it, and nothing of it renews.',
      lost_part:
        'The money has gone back to you. The time that belongs to it went with it. The rest of the order goes on, and nothing of it renews.',
      button: 'Look at the order',
      notes: '',
      reason: 'You bought something at {shop}.',
    },
    samples: {
      'The payment stands': (sender) => disputeDecidedMail(sender, { ...told, end: 'won' }),
      'The payment stands after all': (sender) =>
        disputeDecidedMail(sender, { ...told, end: 'won_late' }),
      'The money went back': (sender) => disputeDecidedMail(sender, { ...told, end: 'lost' }),
      'A part went back': (sender) => disputeDecidedMail(sender, { ...told, end: 'lost_part' }),
    },
  },
}

const wordsOf = writer(disputeMailTexts)

export function paymentDisputedMail(
  sender: Sender,
  { order, username, cents, effect, part }: Told,
): FramedMail {
  const amount = formatMoney(cents)
  const words = wordsOf(sender, 'mail-payment-disputed', { username, amount })
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

export function disputeDecidedMail(
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
  const words = wordsOf(sender, 'mail-dispute-decided', { username, amount: formatMoney(cents) })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...lines(words[end])],
    button: { label: words.button, url: `${sender.siteUrl}/orders/${order}` },
    notes: [...usual.notes, `Order ${order}`],
  })
}
