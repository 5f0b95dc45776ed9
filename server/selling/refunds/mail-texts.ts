import { formatMoney } from '#contract/wire/currency.ts'
import { lifetimeSeconds } from '#contract/wire/terms.ts'
import {
  button,
  end,
  line,
  paragraphs,
  recipient,
  text,
  top,
} from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { timeOfEach } from '#server/platform/mail/lasting.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailRefund } from './mail.ts'

const buyer = 'You bought something at {shop}.'
const given: Told = {
  order: 'LO-2K7QX4',
  username: 'night_owl',
  cents: 1999,
  items: [{ name: 'Night Vision', cents: 1999, seconds: 21 * 86_400 }],
  card: 'Visa ••4242',
  whole: true,
  stopped: ['Night Vision'],
  warned: false,
}

export const refundMail = mail('refund', {
  title: 'Refund',
  detail: 'Sent when money is refunded. The items are below the text.',
  placeholders: {
    ...recipient,
    amount: 'refunded amount',
    to: 'card that receives the refund',
    time: 'time that is revoked',
    stopped: 'renewals that are stopped',
    order: 'order number',
  },
  fields: {
    ...top,
    heading_part: line('Heading for a partial refund', {
      hint: 'Used if only part of the order is refunded.',
    }),
    text,
    taken: line('If time is revoked'),
    stopped: line('If a renewal is stopped'),
    warned: paragraphs('If refunded automatically after a fraud warning'),
    button,
    ...end,
  },
  words: {
    subject: 'We refunded {amount} of your {shop} order',
    preheader: 'It can take 5 to 10 business days to appear on your statement.',
    heading: 'Your order was refunded',
    heading_part: 'Part of your order was refunded',
    text: 'Hi {username}, we refunded {amount} to {to}. It can take 5 to 10 business days to appear on your statement.',
    taken: 'The time that this amount paid for was revoked: {time}.',
    stopped: 'The renewal was stopped, and nothing more will be charged: {stopped}.',
    warned:
      'Your card’s bank warned us that somebody else may have used your card, so we refunded the payment automatically. If the payment was yours, please open a ticket under Support on your dashboard.',
    button: 'View order',
    notes: '',
    reason: buyer,
  },
  samples: {
    'Full refund': (sender) => writeRefundMail(sender, given),
    'Refund of a lifetime': (sender) =>
      writeRefundMail(sender, {
        ...given,
        cents: 20_000,
        items: [{ name: 'Night Vision', cents: 20_000, seconds: lifetimeSeconds }],
      }),
    'Fraud warning': (sender) => writeRefundMail(sender, { ...given, warned: true }),
    'Partial refund, time kept': (sender) =>
      writeRefundMail(sender, {
        ...given,
        cents: 500,
        items: [{ name: 'Night Vision', cents: 500, seconds: 0 }],
        card: null,
        whole: false,
        stopped: [],
      }),
  },
  again: (db, sender, { about }, again) => mailRefund(db, sender, String(about.refund), again),
})

export const refundFailedMail = mail('refund-failed', {
  title: 'Refund failed',
  detail: 'Sent if the bank returns the refund.',
  placeholders: {
    ...recipient,
    amount: 'amount that did not arrive',
    to: 'card that the refund was sent to',
    order: 'order number',
  },
  fields: {
    ...top,
    text,
    back: line('If the time is restored'),
    next: paragraphs('Next steps'),
    button,
    ...end,
  },
  words: {
    subject: 'Your refund of {amount} did not arrive',
    preheader: 'Your bank returned the money to us.',
    heading: 'Your refund did not arrive',
    text: 'Hi {username}, we refunded {amount} to {to}, but your bank returned the money. This happens with cards that have expired or were closed.',
    back: 'The time that was revoked for it is restored.',
    next: 'Please open a ticket under Support on your dashboard so that we can find another way.',
    button: 'View order',
    notes: '',
    reason: buyer,
  },
  samples: { 'Time restored': (sender) => writeRefundFailedMail(sender, given) },
  again: (db, sender, { about }, again) => mailRefund(db, sender, String(about.refund), again),
})

type Told = {
  order: string
  username: string
  cents: number
  items: { name: string; cents: number; seconds: number }[]
  /** For example `Visa ••4242`. Null if the card is not known. */
  card: string | null
  whole: boolean
  stopped: string[]
  /** The refund was automatic, because the card's bank suspects fraud. */
  warned: boolean
}

const placeOf = (card: string | null) => (card ? `your ${card}` : 'the card that paid')

export function writeRefundMail(sender: Sender, refund: Told): FramedMail {
  const { order, username, cents, items, card, whole, stopped, warned } = refund
  const time = timeOfEach(items)
  const words = refundMail.fillIn(sender, {
    username,
    amount: formatMoney(cents),
    to: placeOf(card),
    time,
    stopped: stopped.join(', '),
    order,
  })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    heading: whole ? words.heading : words.heading_part,
    paragraphs: [
      ...usual.paragraphs,
      ...(warned ? lines(words.warned) : []),
      ...(time ? [words.taken] : []),
      ...(stopped.length > 0 ? [words.stopped] : []),
    ],
    rows: [
      ...items.map((item) => ({ label: item.name, value: formatMoney(item.cents) })),
      { label: 'Refunded', value: formatMoney(cents) },
    ],
    button: { label: words.button, url: `${sender.siteUrl}/orders/${order}` },
    notes: [...usual.notes, `Order ${order}`],
  })
}

export function writeRefundFailedMail(sender: Sender, refund: Told): FramedMail {
  const { order, username, cents, items, card } = refund
  const back = items.some(({ seconds }) => seconds > 0)
  const words = refundFailedMail.fillIn(sender, {
    username,
    amount: formatMoney(cents),
    to: placeOf(card),
    order,
  })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...(back ? [words.back] : []), ...lines(words.next)],
    rows: [{ label: 'Not refunded', value: formatMoney(cents) }],
    button: { label: words.button, url: `${sender.siteUrl}/orders/${order}` },
    notes: [...usual.notes, `Order ${order}`],
  })
}
