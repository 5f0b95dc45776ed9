import { formatMoney } from '#contract/wire/currency.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { labelOf, type Plan } from '#contract/wire/terms.ts'
import { clock } from '#server/kernel/time/clock.ts'
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
import { listed } from '#server/platform/mail/listed.ts'
import { dayOf, momentOf } from '#server/platform/mail/when.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailRenewal } from './mail.ts'

const renewed = {
  ...recipient,
  product: 'product name',
  plan: 'renewal term',
  price: 'renewal price',
}

const reason = 'You have a subscription at {shop} that renews by card.'

export const renewalSoonMail = mail('renewal-soon', {
  title: 'Upcoming renewal charge',
  detail:
    'Sent a week before; three days before for monthly terms; shortly before for terms under a week. The link to stop it is below the text.',
  placeholders: {
    ...renewed,
    card: 'card that is charged',
    date: 'date of the charge',
  },
  fields: {
    ...top,
    text: { ...text, needs: ['price', 'date'] },
    expires: line('If the card expires before'),
    no_card: line('If no card is saved'),
    button,
    ...end,
  },
  words: {
    subject: 'Your {product} renews on {date}',
    preheader: '{price} from {card}. No action needed.',
    heading: '{product} renews on {date}',
    text: 'Hi {username}, on {date} we’ll charge {price} to {card} to renew {product} for {plan}.',
    expires: 'Your card expires before that date. Please choose another card by then.',
    no_card: 'We have no card that we can charge. Please choose one by then.',
    button: 'View renewal',
    notes:
      'If you do not want to renew, stop the renewal before that date, and nothing is charged.',
    reason,
  },
  samples: {
    'Card on file': (sender) => writeRenewalSoonMail(sender, sampleOf()),
    'Card expires first': (sender) => writeRenewalSoonMail(sender, sampleOf({ expires: true })),
    'No card': (sender) => writeRenewalSoonMail(sender, sampleOf({ card: null })),
  },
  again: (db, sender, { about }, again) =>
    mailRenewal(db, sender, Number(about.renewal), 'renewal-soon', again),
})

export const renewalCardMail = mail('renewal-card', {
  title: 'Card expires before a renewal',
  detail:
    'Sent two weeks before the charge, or half of a shorter term, once for each card. The link to stop it is below the text.',
  placeholders: {
    ...renewed,
    card: 'card that expires',
    date: 'date of the charge',
    others: 'other renewals on that card',
  },
  fields: {
    ...top,
    text,
    others: line('If the card pays for several', { needs: ['others'] }),
    button,
    ...end,
  },
  words: {
    subject: 'Your card expires before {product} renews',
    preheader: 'Please choose another card before {date}.',
    heading: 'Your card expires before {product} renews',
    text: 'Hi {username}, {product} renews on {date} for {price}. {card} will have expired by then, so your bank would decline the payment.',
    others: 'The same card also pays for {others}. Please choose another card for each of them.',
    button: 'Choose another card',
    notes:
      'Many banks send us the new expiry date automatically. Once yours has, no action is needed.',
    reason,
  },
  samples: {
    'Before a charge': (sender) => writeRenewalCardMail(sender, expiringSample()),
    'Pays for several renewals': (sender) => writeRenewalCardMail(sender, expiringSample(alsoPaid)),
  },
  again: (db, sender, { about }, again) =>
    mailRenewal(db, sender, Number(about.renewal), 'renewal-card', again),
})

export const renewalFailedMail = mail('renewal-failed', {
  title: 'Renewal payment failed',
  detail:
    'Sent at once, and again after three days and a week. The link to stop it is below the text.',
  placeholders: {
    ...renewed,
    card: 'card that was charged',
    date: 'date of the next attempt',
    end: 'date when retries stop',
  },
  fields: {
    ...top,
    text,
    text_still: paragraphs('Text for later reminders'),
    subject_confirm: line('Subject if the bank requires confirmation'),
    preheader_confirm: line('Preview text for that subject'),
    heading_confirm: line('Heading if the bank requires confirmation'),
    text_confirm: paragraphs('Text if the bank requires confirmation'),
    subject_no_card: line('Subject if no card is saved'),
    preheader_no_card: line('Preview text for that subject'),
    heading_no_card: line('Heading if no card is saved'),
    text_no_card: paragraphs('Text if no card is saved'),
    no_card: line('Next steps if no card is saved'),
    next: line('If it is retried', { needs: ['date'] }),
    only_card: line('If it is not retried'),
    button,
    button_confirm: { ...button, label: 'Button if the bank requires confirmation' },
    ...end,
  },
  words: {
    subject: 'Your payment of {price} for {product} failed',
    preheader: 'Your bank declined it. Here is what happens next.',
    heading: 'Your payment for {product} failed',
    text: 'Hi {username}, {card} was declined when we charged {price} for {plan} of {product}.',
    text_still: 'Hi {username}, we still could not charge {price} for {plan} of {product}.',
    subject_confirm: 'Please confirm your payment of {price} for {product}',
    preheader_confirm: 'Your bank requires it. It takes a minute.',
    heading_confirm: 'Your bank requires you to confirm a payment',
    text_confirm:
      'Hi {username}, your bank requires you to confirm the payment of {price} for {plan} of {product}.',
    subject_no_card: 'Your {product} renewal needs a card',
    preheader_no_card: 'We have no card that we can charge.',
    heading_no_card: 'Your {product} renewal needs a card',
    text_no_card:
      'Hi {username}, we could not charge {price} for {plan} of {product} because we have no card that we can charge.',
    no_card: 'Please choose a card. We’ll charge it immediately, and your subscription continues.',
    next: 'We’ll try again on {date}. You can also pay now or use a different card.',
    only_card: 'We will not retry this card automatically. Please choose another card or pay now.',
    button: 'Update payment method',
    button_confirm: 'Confirm payment',
    notes: 'Without a payment, the renewal ends on {end}. You can also stop it now.',
    reason,
  },
  samples: {
    'Will be retried': (sender) => writeRenewalFailedMail(sender, sampleOf()),
    'Will not be retried': (sender) => writeRenewalFailedMail(sender, sampleOf({ at: null })),
    'No card': (sender) => writeRenewalFailedMail(sender, sampleOf({ card: null, at: null })),
    'Still failing': (sender) => writeRenewalFailedMail(sender, sampleOf({ still: true })),
    'In the grace period': (sender) =>
      writeRenewalFailedMail(sender, sampleOf({ still: true, lent: 3 * 86_400 })),
    Expired: (sender) =>
      writeRenewalFailedMail(sender, sampleOf({ still: true, endsAt: new Date(clock.now() - 1) })),
    'Needs confirmation': (sender) =>
      writeRenewalFailedMail(sender, sampleOf({ wantsOwner: true, at: null })),
  },
  again: (db, sender, { about }, again) =>
    mailRenewal(db, sender, Number(about.renewal), 'renewal-failed', again),
})

export const renewalEndedMail = mail('renewal-ended', {
  title: 'Renewal ended without payment',
  detail: 'Sent when retries of a failed payment stop.',
  placeholders: renewed,
  fields: { ...top, text, button, ...end },
  words: {
    subject: 'Your {product} renewal has ended',
    preheader: 'The payment failed. Nothing more will be charged.',
    heading: 'Your {product} renewal has ended',
    text: 'Hi {username}, we could not charge {price} for {product} and have stopped trying. Nothing more will be charged.',
    button: 'View in the store',
    notes: 'You can buy it again at any time.',
    reason,
  },
  samples: { 'Not paid': (sender) => writeRenewalEndedMail(sender, sampleOf()) },
  again: (db, sender, { about }, again) =>
    mailRenewal(db, sender, Number(about.renewal), 'renewal-ended', again),
})

export type Told = {
  username: string
  product: string
  productId: number
  plan: Plan
  cents: number
  /** The expiry date of the customer's time. Null if there is none. */
  endsAt: Date | null
  /** Grace seconds within the time until `endsAt`. They are deducted when the payment succeeds. */
  lent: number
  /** For example `Visa ••4242`. Null if the renewal has no card. */
  card: string | null
  expires: boolean
  /** The last valid month of the card, as printed on it: `03/2027`. */
  goodUntil: string | null
  /** The date of the charge, or of the next retry after a failure. */
  at: Date | null
  givesUp: Date | null
  wantsOwner: boolean
  /** The customer has already been notified of this failure. */
  still: boolean
  stopUrl: string
  /** The other renewals that the same card pays. */
  others: { product: string; cents: number; at: Date; stopUrl: string }[]
}

function sampleOf(more: Partial<Told> = {}): Told {
  return {
    username: 'night_owl',
    product: 'Night Vision',
    productId: 1,
    plan: '1m',
    cents: 1999,
    endsAt: new Date(clock.now() + 86_400_000),
    lent: 0,
    card: 'Visa ••4242',
    expires: false,
    goodUntil: '03/2027',
    at: new Date(clock.now() + 3 * 86_400_000),
    givesUp: new Date(clock.now() + 14 * 86_400_000),
    wantsOwner: false,
    still: false,
    stopUrl: 'https://shop.example/stop-renewal?token=12.abc',
    others: [],
    ...more,
  }
}

function expiringSample(others: readonly string[] = []): Told {
  const [year, month] = new Date(clock.now()).toISOString().split('-').map(Number)
  const on = (day: number) => new Date(Date.UTC(year!, month!, day))
  return sampleOf({
    ...{ expires: true, goodUntil: `${String(month).padStart(2, '0')}/${year}`, at: on(5) },
    others: others.map((product, at) => ({
      ...{ product, cents: 2499, at: on(9 + at) },
      stopUrl: 'https://shop.example/stop-renewal?token=34.def',
    })),
  })
}

const alsoPaid = ['Recoil Lab', 'Grenade School']

function valuesOf(sender: Sender, { username, product, plan, cents, card, at, givesUp }: Told) {
  return {
    username,
    product,
    plan: labelOf(plan).toLowerCase(),
    price: formatMoney(cents),
    card: card ? `your ${card}` : 'your card',
    date: at ? dayOf(sender, at) : '',
    end: givesUp ? dayOf(sender, givesUp) : '',
  }
}

const dashboard = ({ siteUrl }: Sender) => `${siteUrl}/dashboard?t=subscriptions`
const stops = ({ stopUrl }: Told) => `Stop the renewal: ${stopUrl}`

export function writeRenewalSoonMail(sender: Sender, told: Told): FramedMail {
  const { end: _, ...values } = valuesOf(sender, told)
  const words = renewalSoonMail.fillIn(sender, values)
  const usual = said(words)
  const { card, expires } = told
  const mend = card === null ? words.no_card : expires ? words.expires : null
  return frame(sender, {
    ...usual,
    ...(mend !== null && { preheader: mend, paragraphs: [...usual.paragraphs, mend] }),
    rows: [
      { label: 'Date', value: values.date },
      { label: 'Amount', value: values.price },
      ...(card ? [{ label: 'Card', value: card }] : []),
    ],
    button: { label: words.button, url: dashboard(sender) },
    notes: [...usual.notes, stops(told)],
  })
}

export function writeRenewalCardMail(sender: Sender, told: Told): FramedMail {
  const { end: _, ...values } = valuesOf(sender, told)
  const { card, goodUntil, others } = told
  const named = others.map(({ product }) => product)
  const words = renewalCardMail.fillIn(sender, { ...values, others: listed(named) })
  const usual = said(words)
  const charged = [{ product: told.product, cents: told.cents, at: told.at! }, ...others]
  return frame(sender, {
    ...usual,
    ...(others.length > 0 && { paragraphs: [...usual.paragraphs, words.others] }),
    rows: [
      ...(card ? [{ label: 'Card', value: card }] : []),
      ...(goodUntil ? [{ label: 'Good until', value: goodUntil }] : []),
      ...(others.length === 0
        ? [
            { label: 'Date', value: values.date },
            { label: 'Amount', value: values.price },
          ]
        : charged.map(({ product, cents, at }) => ({
            label: product,
            value: `${formatMoney(cents)} on ${dayOf(sender, at)}`,
          }))),
    ],
    button: { label: words.button, url: dashboard(sender) },
    notes: [
      ...usual.notes,
      ...(others.length === 0
        ? [stops(told)]
        : [told, ...others].map(({ product, stopUrl }) => isolated`Stop ${product}: ${stopUrl}`)),
    ],
  })
}

export function writeRenewalFailedMail(sender: Sender, told: Told): FramedMail {
  const words = renewalFailedMail.fillIn(sender, valuesOf(sender, told))
  const { wantsOwner, still, at, card } = told
  const usual = said(
    wantsOwner
      ? {
          ...words,
          subject: words.subject_confirm,
          preheader: words.preheader_confirm,
          heading: words.heading_confirm,
        }
      : card === null
        ? {
            ...words,
            subject: words.subject_no_card,
            preheader: words.preheader_no_card,
            heading: words.heading_no_card,
          }
        : words,
  )
  const declined = still ? words.text_still : words.text
  const unpaid = card === null ? words.text_no_card : declined
  const first = wantsOwner ? words.text_confirm : unpaid
  const next = card === null ? words.no_card : at ? words.next : words.only_card
  return frame(sender, {
    ...usual,
    paragraphs: [...lines(first), ...(wantsOwner ? [] : [next])],
    rows: timeOf(sender, told),
    button: {
      label: wantsOwner ? words.button_confirm : words.button,
      url: dashboard(sender),
    },
    notes: [...usual.notes, stops(told)],
  })
}

/** Shows the expiry date, because no other mail tells a customer with a failed payment about it. */
function timeOf(sender: Sender, { endsAt, lent }: Told) {
  if (!endsAt) return []
  const label = endsAt.getTime() > clock.now() ? 'Expires' : 'Expired'
  return [
    { label, value: momentOf(sender, endsAt) },
    ...(lent > 0 ? [{ label: 'Grace period included', value: exactly(lent) }] : []),
  ]
}

export function writeRenewalEndedMail(sender: Sender, told: Told): FramedMail {
  const { card: _, date: __, end: ___, ...values } = valuesOf(sender, told)
  const words = renewalEndedMail.fillIn(sender, values)
  return frame(sender, {
    ...said(words),
    rows: timeOf(sender, told),
    button: { label: words.button, url: `${sender.siteUrl}/product/${told.productId}` },
  })
}
