import { coinName } from '#contract/wire/coins.ts'
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
import { momentOf } from '#server/platform/mail/when.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailEnding } from './notices.ts'

const severalFields = {
  ...top,
  text,
  renewable: line('If any can be renewed'),
  link: line('Link for each product', { most: 60, hint: 'The shop adds the term after it.' }),
  not_sold: line('If no longer sold', { most: 60 }),
  ...end,
  notes_coin: paragraphs('Small print if last paid in crypto', { optional: true }),
}

export type Ending = {
  username: string
  /** Sorted by expiry date, the earliest first. */
  products: Ended[]
  /** The number of whole days left of the last product, rounded up. 0 once all have expired. */
  daysLeft: number
}

type Ended = {
  id: number
  name: string
  /** The plan that the renewal link adds to the cart. Null if the product is not sold. */
  plan: Plan | null
  /** The coin of the last payment. Null if it was not paid by crypto. */
  coin: string | null
  endsAt: Date
}

const both = {
  not_sold: 'It is currently not for sale, so it cannot be renewed.',
  button: 'Renew',
  notes: 'The button puts {plan} into your cart. Other terms are on its page in the store.',
  notes_coin:
    'The button opens the checkout with {plan} and {coin}, as you paid last time. Other terms are on its page in the store.',
  reason: 'You have a subscription at {shop}.',
}

const several = {
  link: 'Renew',
  not_sold: 'Currently not for sale',
  notes: 'Each link adds one to your cart. Other terms are on its page in the store.',
  notes_coin:
    'Links for subscriptions that you last paid in crypto also select that coin at the checkout. Open the links one after the other, then pay for all of them together.',
  reason: 'You have subscriptions at {shop}.',
}

export const subscriptionEndingMail = mail('subscription-ending', {
  title: 'Subscription expires soon',
  detail: 'Sent a week, three days and a day before. The expiry date is below the text.',
  placeholders: {
    ...recipient,
    product: 'product name',
    left: 'time remaining',
    plan: 'renewal term',
    coin: 'coin used for the last payment',
  },
  fields: {
    ...top,
    text,
    renewable: line('If it can be renewed'),
    not_sold: line('If no longer sold'),
    button,
    ...end,
    notes_coin: paragraphs('Small print if last paid in crypto', { optional: true }),
  },
  words: {
    subject: 'Your {product} subscription expires in {left}',
    preheader: 'Renew it to keep playing.',
    heading: '{product} expires in {left}',
    text: 'Hi {username}, your {product} subscription does not renew automatically.',
    renewable: 'Renew now without losing time: the new term starts when the current one ends.',
    ...both,
  },
  samples: samplesOf(3),
  again: (db, sender, { about }, again) =>
    mailEnding(db, sender, [about.subscriptions].flat().map(Number), again),
})

export const subscriptionEndedMail = mail('subscription-ended', {
  title: 'Subscription expired',
  detail: 'Sent on the expiry date.',
  placeholders: {
    ...recipient,
    product: 'product name',
    plan: 'renewal term',
    coin: 'coin used for the last payment',
  },
  fields: {
    ...top,
    text,
    renewable: line('If it can be renewed'),
    not_sold: line('If no longer sold'),
    button,
    ...end,
    notes_coin: paragraphs('Small print if last paid in crypto', { optional: true }),
  },
  words: {
    subject: 'Your {product} subscription has expired',
    preheader: 'Renew it to continue.',
    heading: '{product} has expired',
    text: 'Hi {username}, your {product} subscription has expired, and the loader no longer starts it.',
    renewable: 'Renew it to play again immediately.',
    ...both,
  },
  samples: samplesOf(0),
  again: (db, sender, { about }, again) =>
    mailEnding(db, sender, [about.subscriptions].flat().map(Number), again),
})

/** Only its texts: it is queued as `subscriptionEndingMail`. */
export const subscriptionsEndingMail = mail('subscriptions-ending', {
  title: 'Several subscriptions expire soon',
  detail:
    'Replaces single emails that are due at the same time. Expiry dates and renewal links are below the text.',
  placeholders: {
    ...recipient,
    count: 'number of subscriptions',
    left: 'time remaining of the last one',
  },
  fields: severalFields,
  words: {
    subject: '{count} of your subscriptions expire within {left}',
    preheader: 'Renew them to keep playing.',
    heading: '{count} subscriptions expire within {left}',
    text: 'Hi {username}, these subscriptions do not renew automatically.',
    renewable: 'Renew now without losing time: the new terms start when the current ones end.',
    ...several,
  },
  samples: severalSamplesOf(3),
  again: null,
})

/** Only its texts: it is queued as `subscriptionEndedMail`. */
export const subscriptionsEndedMail = mail('subscriptions-ended', {
  title: 'Several subscriptions expired',
  detail: 'Replaces single emails for subscriptions that expired at the same time.',
  placeholders: { ...recipient, count: 'number of subscriptions' },
  fields: severalFields,
  words: {
    subject: '{count} of your subscriptions have expired',
    preheader: 'Renew them to continue.',
    heading: '{count} subscriptions have expired',
    text: 'Hi {username}, these subscriptions have expired, and the loader no longer starts them.',
    renewable: 'Renew them to play again immediately.',
    ...several,
  },
  samples: severalSamplesOf(0),
  again: null,
})

const sampleOf = (name: string, daysLeft: number, more: Partial<Ended> = {}): Ended => ({
  ...{ id: 1, name, plan: '1m', coin: null },
  endsAt: new Date(clock.now() + daysLeft * 86_400_000),
  ...more,
})

function samplesOf(daysLeft: number) {
  const sample = (more: Partial<Ended>) => (sender: Sender) =>
    writeEndingMail(sender, {
      username: 'night_owl',
      products: [sampleOf('Night Vision', daysLeft, more)],
      daysLeft,
    })
  return {
    'Can be renewed': sample({}),
    'Paid in crypto': sample({ coin: 'btc' }),
    'No longer sold': sample({ plan: null }),
  }
}

function severalSamplesOf(daysLeft: number) {
  const sample = (more: Partial<Ended>) => (sender: Sender) =>
    writeEndingMail(sender, {
      username: 'night_owl',
      products: [
        sampleOf('Night Vision', daysLeft, more),
        sampleOf('Recoil Lab', daysLeft, { plan: '3m', ...more }),
        sampleOf('Grenade School', daysLeft, { plan: null }),
      ],
      daysLeft,
    })
  return { 'Can be renewed': sample({}), 'Paid in crypto': sample({ coin: 'btc' }) }
}

export function writeEndingMail(
  sender: Sender,
  { username, products, daysLeft }: Ending,
): FramedMail {
  const left = daysLeft === 1 ? '1 day' : `${daysLeft} days`
  const [product, ...others] = products as [Ended, ...Ended[]]
  const told = { username, left, over: daysLeft === 0 }
  return others.length === 0 ? oneEnds(sender, product, told) : severalEnd(sender, products, told)
}

type Told = { username: string; left: string; over: boolean }

function oneEnds(sender: Sender, product: Ended, { over, ...told }: Told): FramedMail {
  const { name, plan, coin, endsAt } = product
  const values = {
    ...told,
    product: name,
    plan: plan ? labelOf(plan).toLowerCase() : '',
    coin: coin ? coinName(coin) : '',
  }
  const words = over
    ? subscriptionEndedMail.fillIn(sender, values)
    : subscriptionEndingMail.fillIn(sender, values)
  const usual = said(words)
  const url = renewLink(sender, product)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, plan ? words.renewable : words.not_sold],
    rows: [{ label: over ? 'Expired' : 'Expires', value: momentOf(sender, endsAt) }],
    ...(url && { button: { label: words.button, url } }),
    notes: plan ? lines(coin ? words.notes_coin : words.notes) : [],
  })
}

function severalEnd(sender: Sender, products: Ended[], { over, ...told }: Told): FramedMail {
  const values = { ...told, count: String(products.length) }
  const words = over
    ? subscriptionsEndedMail.fillIn(sender, values)
    : subscriptionsEndingMail.fillIn(sender, values)
  const usual = said(words)
  const sold = products.filter(({ plan }) => plan !== null)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, ...(sold.length > 0 ? [words.renewable] : [])],
    rows: products.map((product) => ({
      label: product.name,
      value: momentOf(sender, product.endsAt),
      more: product.plan
        ? {
            label: `${words.link} (${labelOf(product.plan).toLowerCase()})`,
            url: renewLink(sender, product),
          }
        : { label: words.not_sold },
    })),
    notes: [
      ...(sold.length > 0 ? lines(words.notes) : []),
      ...(sold.some(({ coin }) => coin) ? lines(words.notes_coin) : []),
    ],
  })
}

/** Returns undefined if the product is not sold. With a coin, the link leads to the checkout. */
function renewLink({ siteUrl }: Sender, { id, plan, coin }: Ended) {
  if (!plan) return undefined
  return `${siteUrl}/cart?add=${id}&plan=${plan}${coin ? `&pay=${coin}` : ''}`
}
