import { coinName } from '#contract/coins.ts'
import { labelOf, type Plan } from '#contract/terms.ts'
import { clock } from '#server/kernel/clock.ts'
import { type FramedMail, frame, type Sender } from '#server/mail/frame.ts'
import { momentOf } from '#server/mail/when.ts'
import { lines, said, type WrittenMails, writer } from '#server/mail/words.ts'

export type Ending = {
  username: string
  /** `plan` is what it is renewed for; null when it is not sold. */
  product: { id: number; name: string; plan: Plan | null }
  endsAt: Date
  /** What it was paid with the last time; null when that was no crypto. */
  coin: string | null
  /** Whole days that are left, rounded up; 0 once it is over. */
  daysLeft: number
}

const both = {
  not_sold: 'It is not sold at the moment, so it cannot be renewed.',
  button: 'Renew',
  notes: 'The button puts {plan} into your cart. Other terms are on its page in the store.',
  notes_coin:
    'The button leads to the checkout with {plan} and {coin}, as you paid the last time. Other terms are on its page in the store.',
  reason: 'You have a subscription at {shop}.',
}

export const subscriptionMailTexts: WrittenMails<
  'mail-subscription-ending' | 'mail-subscription-ended'
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
}

function samplesOf(daysLeft: number) {
  const sample =
    (plan: Plan | null, coin: string | null = null) =>
    (sender: Sender) =>
      endingMail(sender, {
        username: 'night_owl',
        product: { id: 1, name: 'Night Vision', plan },
        endsAt: new Date(clock.now() + daysLeft * 86_400_000),
        coin,
        daysLeft,
      })
  return {
    'Can be renewed': sample('1m'),
    'Was paid by crypto': sample('1m', 'btc'),
    'Not sold any more': sample(null),
  }
}

const wordsOf = writer(subscriptionMailTexts)

export function endingMail(sender: Sender, ending: Ending): FramedMail {
  const { username, product, endsAt, daysLeft, coin } = ending
  const over = daysLeft === 0
  const values = {
    username,
    product: product.name,
    left: daysLeft === 1 ? '1 day' : `${daysLeft} days`,
    plan: product.plan ? labelOf(product.plan).toLowerCase() : '',
    coin: coin ? coinName(coin) : '',
  }
  const words = over
    ? wordsOf(sender, 'mail-subscription-ended', values)
    : wordsOf(sender, 'mail-subscription-ending', values)
  const usual = said(words)
  return frame(sender, {
    ...usual,
    paragraphs: [...usual.paragraphs, product.plan ? words.renewable : words.not_sold],
    rows: [{ label: over ? 'Ended' : 'Ends', value: momentOf(sender, endsAt) }],
    ...(product.plan && {
      button: {
        label: words.button,
        url: `${sender.siteUrl}/cart?add=${product.id}&plan=${product.plan}${coin ? `&pay=${coin}` : ''}`,
      },
    }),
    // They are about the button.
    notes: product.plan ? lines(coin ? words.notes_coin : words.notes) : [],
  })
}
