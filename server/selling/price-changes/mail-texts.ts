import { formatMoney } from '#contract/wire/currency.ts'
import { labelOf, type Plan } from '#contract/wire/terms.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { button, end, line, recipient, text, top } from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { dayOf } from '#server/platform/mail/when.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailPrice } from './mail.ts'

const replaced = 'the price announced earlier'
const repriced = {
  ...recipient,
  product: 'product name',
  plan: 'renewal term',
  old_price: 'current price',
  price: 'new price',
}

const reason = 'You have a subscription at {shop} that renews by card.'

export const renewalPriceMail = mail('renewal-price', {
  title: 'Renewal price increase',
  detail: 'Sent at least 30 days ahead. Both prices and the link to stop it are below the text.',
  placeholders: { ...repriced, date: 'date of the first charge at the new price', replaced },
  fields: {
    ...top,
    text: { ...text, needs: ['old_price', 'price', 'date'] },
    replaces: line('If another price was announced before'),
    button,
    ...end,
  },
  words: {
    subject: 'Your {product} renewal will cost {price} from {date}',
    preheader: 'Until then it stays at {old_price}. You can stop it at any time.',
    heading: 'The price of your renewal is changing',
    text: 'Hi {username}, your {product} renews for {plan} at {old_price}. From {date}, each charge is {price}. A charge before that day still costs {old_price}.',
    replaces: 'This replaces the price of {replaced} that we announced before.',
    button: 'View renewal',
    notes:
      'If you do not want to renew at that price, stop the renewal: nothing more is charged, and you keep the time that you have paid for.',
    reason,
  },
  samples: {
    Announced: (sender) => writePriceMail(sender, sampleOf()),
    'Replaces another change': (sender) =>
      writePriceMail(sender, sampleOf({ replacesCents: 2499 })),
  },
  again: (db, sender, { about }, again) =>
    mailPrice(db, sender, Number(about.renewal_price), 'renewal-price', again),
})

export const renewalPriceLowerMail = mail('renewal-price-lower', {
  title: 'Renewal price decrease',
  detail: 'Sent at once. Both prices are below the text.',
  placeholders: { ...repriced, replaced },
  fields: {
    ...top,
    text,
    replaces: line('If another price was announced before'),
    button,
    ...end,
  },
  words: {
    subject: 'Your {product} renewal now costs less: {price}',
    preheader: 'From your next charge. No action needed.',
    heading: 'Your renewal now costs less',
    text: 'Hi {username}, your {product} renewed for {plan} at {old_price}. From the next charge, it costs {price}.',
    replaces: 'The price of {replaced} that we announced before no longer applies.',
    button: 'View renewal',
    notes: 'No action needed.',
    reason,
  },
  samples: {
    Lower: (sender) => writePriceLowerMail(sender, sampleOf({ newCents: 1499 })),
    'Replaces another change': (sender) =>
      writePriceLowerMail(sender, sampleOf({ newCents: 1499, replacesCents: 2499 })),
  },
  again: (db, sender, { about }, again) =>
    mailPrice(db, sender, Number(about.renewal_price), 'renewal-price-lower', again),
})

export const renewalPriceOffMail = mail('renewal-price-off', {
  title: 'Price change canceled',
  detail: 'Sent if an announced price change is canceled.',
  placeholders: repriced,
  fields: { ...top, text, button, ...end },
  words: {
    subject: 'Your {product} renewal stays at {old_price}',
    preheader: 'The price of {price} that we announced no longer applies.',
    heading: 'The price of your renewal stays the same',
    text: 'Hi {username}, we announced that your {product} renewal would cost {price} for {plan}. We have canceled this change: the price stays at {old_price}.',
    button: 'View renewal',
    notes: 'No action needed.',
    reason,
  },
  samples: { Off: (sender) => writePriceOffMail(sender, sampleOf()) },
  again: (db, sender, { about }, again) =>
    mailPrice(db, sender, Number(about.renewal_price), 'renewal-price-off', again),
})

export type Told = {
  username: string
  product: string
  plan: Plan
  oldCents: number
  newCents: number
  /** A price that was announced before and will not apply. */
  replacesCents: number | null
  from: Date
  stopUrl: string
}

function sampleOf(more: Partial<Told> = {}): Told {
  return {
    username: 'night_owl',
    product: 'Night Vision',
    plan: '1m',
    oldCents: 1799,
    newCents: 2199,
    replacesCents: null,
    from: new Date(clock.now() + 30 * 86_400_000),
    stopUrl: 'https://shop.example/stop-renewal?token=12.abc',
    ...more,
  }
}

function valuesOf({ username, product, plan, oldCents, newCents, replacesCents }: Told) {
  return {
    username,
    product,
    plan: labelOf(plan).toLowerCase(),
    old_price: formatMoney(oldCents),
    price: formatMoney(newCents),
    replaced: replacesCents === null ? '' : formatMoney(replacesCents),
  }
}

const dashboard = ({ siteUrl }: Sender) => `${siteUrl}/dashboard?t=subscriptions`
const stops = ({ stopUrl }: Told) => `Stop the renewal: ${stopUrl}`

export function writePriceMail(sender: Sender, told: Told): FramedMail {
  const date = dayOf(sender, told.from)
  const values = valuesOf(told)
  const words = renewalPriceMail.fillIn(sender, { ...values, date })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...(told.replacesCents ? lines(words.replaces) : [])],
    rows: [
      { label: `Until ${date}`, value: values.old_price },
      { label: `From ${date}`, value: values.price },
    ],
    button: { label: words.button, url: dashboard(sender) },
    notes: [...usual.notes, stops(told)],
  })
}

export function writePriceLowerMail(sender: Sender, told: Told): FramedMail {
  const values = valuesOf(told)
  const words = renewalPriceLowerMail.fillIn(sender, values)
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...(told.replacesCents ? lines(words.replaces) : [])],
    rows: [
      { label: 'Before', value: values.old_price },
      { label: 'From the next charge', value: values.price },
    ],
    button: { label: words.button, url: dashboard(sender) },
    notes: [...usual.notes, stops(told)],
  })
}

export function writePriceOffMail(sender: Sender, told: Told): FramedMail {
  const { replaced: _, ...values } = valuesOf(told)
  const words = renewalPriceOffMail.fillIn(sender, values)
  return frame(sender, {
    ...said(words),
    rows: [{ label: 'Each charge', value: values.old_price }],
    button: { label: words.button, url: dashboard(sender) },
  })
}
