import { coinName } from '#contract/coins.ts'
import { labelOf, type Plan } from '#contract/terms.ts'
import { clock } from '#server/kernel/clock.ts'
import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { momentOf } from '#server/mail/when.ts'
import { lines, said, type WrittenMails, writer } from '#server/mail/words.ts'

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
  not_sold: 'It is not sold at the moment, so it cannot be renewed.',
  button: 'Renew',
  notes: 'The button puts {plan} into your cart. Other terms are on its page in the store.',
  notes_coin:
    'The button leads to the checkout with {plan} and {coin}, as you paid the last time. Other terms are on its page in the store.',
  reason: 'You have a subscription at {shop}.',
}

const several = {
  link: 'Renew',
  not_sold: 'Not sold at the moment',
  notes: 'Each link puts one into your cart. Other terms are on its page in the store.',
  notes_coin:
    'What you paid by crypto the last time goes on to the checkout with that coin. Go through the links one after the other, and pay for all at the end.',
  reason: 'You have subscriptions at {shop}.',
}

export const subscriptionMailTexts: WrittenMails<
  | 'mail-subscription-ending'
  | 'mail-subscription-ended'
  | 'mail-subscriptions-ending'
  | 'mail-subscriptions-ended'
> = {
  'mail-subscription-ending': {
    words: {
      subject: 'Your {product} subscription ends in {left}',
      preheader: 'Renew it and it goes on.',
      heading: '{product} ends in {left}',
      text: 'Hi {username}, your subscription of {product} does not renew by itself.',
      renewable: 'Renew it now and nothing is lost: the new time is added at the end.',
      ...both,
    },
    samples: samplesOf(3),
  },
  'mail-subscription-ended': {
    words: {
      subject: 'Your {product} subscription has ended',
      preheader: 'Renew it and go on where you stopped.',
      heading: '{product} has ended',
      text: 'Hi {username}, your subscription of {product} is over, and the loader no longer starts it.',
      renewable: 'Renew it and it starts again at once.',
      ...both,
    },
    samples: samplesOf(0),
  },
  'mail-subscriptions-ending': {
    words: {
      subject: '{count} of your subscriptions end within {left}',
      preheader: 'Renew them and they go on.',
      heading: '{count} subscriptions end within {left}',
      text: 'Hi {username}, these subscriptions do not renew by themselves.',
      renewable: 'Renew them now and nothing is lost: the new time is added at the end.',
      ...several,
    },
    samples: severalSamplesOf(3),
  },
  'mail-subscriptions-ended': {
    words: {
      subject: '{count} of your subscriptions have ended',
      preheader: 'Renew them and go on where you stopped.',
      heading: '{count} subscriptions have ended',
      text: 'Hi {username}, these subscriptions are over, and the loader no longer starts them.',
      renewable: 'Renew them and they start again at once.',
      ...several,
    },
    samples: severalSamplesOf(0),
  },
}

const sampleOf = (name: string, daysLeft: number, more: Partial<Ended> = {}): Ended => ({
  ...{ id: 1, name, plan: '1m', coin: null },
  endsAt: new Date(clock.now() + daysLeft * 86_400_000),
  ...more,
})

function samplesOf(daysLeft: number) {
  const sample = (more: Partial<Ended>) => (sender: Sender) =>
    endingMail(sender, {
      username: 'night_owl',
      products: [sampleOf('Night Vision', daysLeft, more)],
      daysLeft,
    })
  return {
    'Can be renewed': sample({}),
    'Was paid by crypto': sample({ coin: 'btc' }),
    'Not sold any more': sample({ plan: null }),
  }
}

function severalSamplesOf(daysLeft: number) {
  const sample = (more: Partial<Ended>) => (sender: Sender) =>
    endingMail(sender, {
      username: 'night_owl',
      products: [
        sampleOf('Night Vision', daysLeft, more),
        sampleOf('Recoil Lab', daysLeft, { plan: '3m', ...more }),
        sampleOf('Grenade School', daysLeft, { plan: null }),
      ],
      daysLeft,
    })
  return { 'Can be renewed': sample({}), 'Were paid by crypto': sample({ coin: 'btc' }) }
}

const wordsOf = writer(subscriptionMailTexts)

/** Writes a mail for one product, or one for several products with a line for each. */
export function endingMail(sender: Sender, { username, products, daysLeft }: Ending): FramedMail {
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
    ? wordsOf(sender, 'mail-subscription-ended', values)
    : wordsOf(sender, 'mail-subscription-ending', values)
  const usual = said(words)
  const url = renewLink(sender, product)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, plan ? words.renewable : words.not_sold],
    rows: [{ label: over ? 'Ended' : 'Ends', value: momentOf(sender, endsAt) }],
    ...(url && { button: { label: words.button, url } }),
    // The notes explain the button.
    notes: plan ? lines(coin ? words.notes_coin : words.notes) : [],
  })
}

function severalEnd(sender: Sender, products: Ended[], { over, ...told }: Told): FramedMail {
  const values = { ...told, count: String(products.length) }
  const words = over
    ? wordsOf(sender, 'mail-subscriptions-ended', values)
    : wordsOf(sender, 'mail-subscriptions-ending', values)
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
    // The notes explain the links.
    notes: [
      ...(sold.length > 0 ? lines(words.notes) : []),
      ...(sold.some(({ coin }) => coin) ? lines(words.notes_coin) : []),
    ],
  })
}

/**
 * Returns a link that adds the product to the cart. With a coin, the link continues to the
 * checkout. Returns undefined if the product is not sold.
 */
function renewLink({ siteUrl }: Sender, { id, plan, coin }: Ended) {
  if (!plan) return undefined
  return `${siteUrl}/cart?add=${id}&plan=${plan}${coin ? `&pay=${coin}` : ''}`
}
