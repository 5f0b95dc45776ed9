import clsx from 'clsx'
import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { shortCardName } from '#contract/selling/card-brand.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { formatDay, formatPrice } from '../../format.ts'
import { afterCode } from '../../renewal-words.ts'

type RenewalStateProps = {
  renewal: CardRenewal
  /** Without a second sentence that can wait, and without the end of the term, which stands next to it. */
  brief?: boolean
}

/** The status of the renewal in one sentence, and its meaning in another. */
export function RenewalState({ renewal, brief }: RenewalStateProps) {
  const { said, detail, alarms } = wordsOf(renewal)
  const { price_change: price, discount } = renewal
  return (
    <div className="min-w-0 flex-1 basis-72">
      <p className={alarms ? 'font-[600] text-warning' : undefined}>
        {brief ? briefOf(renewal, said) : said}
      </p>
      {detail && !(brief && isOnDemand(renewal)) && (
        <p className={clsx('mt-1 text-[0.9375rem]', !alarms && 'text-soft')}>{detail}</p>
      )}
      {discount && (
        <p className="mt-1 text-soft">
          With the code {discount.code}: {afterCode(discount.charges)} {formatPrice(discount.price)}
        </p>
      )}
      {price && (
        <p className="mt-1 text-soft">
          From {formatDay(price.from)} {formatPrice(price.price)} instead of{' '}
          {formatPrice(price.instead_of)}
        </p>
      )}
    </div>
  )
}

/** Whether the second sentence can wait until the customer asks for details. */
const isOnDemand = ({ state }: CardRenewal) => state !== 'charging' && state !== 'ended'

/** The second sentence, if the brief status does not show it. */
export function RenewalDetail({ renewal }: { renewal: CardRenewal }) {
  const { detail } = wordsOf(renewal)
  return detail && isOnDemand(renewal) ? <p className="w-full text-soft text-sm">{detail}</p> : null
}

function briefOf({ state, next_charge: at, ends }: CardRenewal, said: string): string {
  if (state === 'stopping') return 'Renewal is off'
  if (!at || formatDay(at) !== formatDay(ends)) return said
  return said.replace(`on ${formatDay(at)}`, 'that day')
}

type Words = { said: string; detail?: string | undefined; alarms?: boolean }

/** `$17.99 from Visa ••4242`. */
function amountOf({ price, card }: CardRenewal): string {
  return card ? `${formatPrice(price)} from ${shortCardName(card)}` : formatPrice(price)
}

/** Says that the paid term has ended and that grace days keep the access. */
const lentOf = ({ lent }: CardRenewal) =>
  lent > 0
    ? [`You have a grace period of ${exactly(lent)}, which is deducted once the payment succeeds.`]
    : []

/** Says when a renewal with a failed payment ends. Freezing or pausing the term delays the end. */
function endOf({ product_name, gives_up: end, held_for: why }: CardRenewal): string[] {
  // The customer's own term may have ended before.
  if (why === 'still')
    return [isolated`${product_name} is down. The renewal does not end until it is back.`]
  if (why === 'pause')
    return ['You have paused your time. The renewal does not end until you resume.']
  return end ? [`The renewal ends on ${formatDay(end)} unless it is paid.`] : []
}

const words: Record<CardRenewal['state'], (renewal: CardRenewal) => Words> = {
  on(renewal) {
    const { next_charge: at, card } = renewal
    const said = at
      ? `Renews on ${formatDay(at)}: ${amountOf(renewal)}`
      : `Renews: ${amountOf(renewal)}`
    if (!card) return { said, detail: 'Choose a card before then.', alarms: true }
    if (card.expires_before) return { said, detail: 'This card expires before then.', alarms: true }
    return { said }
  },
  charging: (renewal) => ({
    said: `Renewing now: ${amountOf(renewal)}`,
    detail:
      'We are checking whether the payment went through. Check again in a few minutes. You will not be charged twice.',
  }),
  retrying(renewal) {
    const { next_try: at, held_for: why, failure, card } = renewal
    const next = !card
      ? 'Choose a card.'
      : at
        ? `Next attempt ${formatDay(at)}`
        : why
          ? 'It is not retried for now.'
          : 'This card is not retried automatically.'
    return {
      said: `Renewal payment failed. ${next}`,
      detail: [
        `${amountOf(renewal)}.`,
        ...(failure ? [failure] : []),
        ...lentOf(renewal),
        ...endOf(renewal),
      ].join(' '),
      alarms: true,
    }
  },
  needs_action: (renewal) => ({
    said: `Your bank asks you to confirm the payment of ${amountOf(renewal)}`,
    detail: [...lentOf(renewal), ...endOf(renewal)].join(' ') || undefined,
    alarms: true,
  }),
  stopping: ({ ends, price }) => ({
    said: `Ends ${formatDay(ends)}. Renewal is off`,
    detail: `Until then, you can turn it on again at ${formatPrice(price)}.`,
  }),
  held: ({ held_for: why, next_charge: at, ...renewal }) => ({
    said: at
      ? `Nothing is charged before ${formatDay(at)}: ${amountOf({ ...renewal, held_for: why, next_charge: at })}`
      : 'The renewal is on hold: nothing is charged',
    detail: {
      dispute: 'One of its payments is disputed.',
      product:
        'The game is not for sale at the moment. The renewal continues once it is for sale again.',
      pause:
        'You have paused your time. If you resume early, you are charged earlier by the same time.',
      still: 'Your time is frozen. The renewal is postponed for as long as this lasts.',
    }[why ?? 'product'],
  }),
  ended: ({ ended }) => ({
    said: 'Renewal is off',
    detail: ended?.why === 'unpaid' ? 'It ended because it was not paid.' : undefined,
  }),
}

export const wordsOf = (renewal: CardRenewal): Words => words[renewal.state](renewal)
