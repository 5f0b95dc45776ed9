import {
  noticeDays,
  type PriceChange,
  type PriceChangePreview,
  type staffPriceChanges,
} from '#contract/selling/staff-price-changes.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { formatCount, formatPeople, formatPrice } from '../../format.ts'

/** `$5.00 more a month`. */
export const monthOf = (month: number) =>
  month === 0
    ? 'no monthly difference'
    : `${formatPrice(Math.abs(month))} ${month > 0 ? 'more' : 'less'} a month`

/** The effects of moving renewals to a new price, as sentences. */
export function changesOfMove({ raised, lowered, replaced }: PriceChangePreview): string[] {
  return [
    ...(raised.people > 0
      ? [
          `${formatPeople(raised.people)} will pay more: ${monthOf(raised.month)} in total. They get an email with both prices and a link to stop the renewal. The new price applies from the first charge at least ${noticeDays} days after that email.`,
        ]
      : []),
    ...(lowered.people > 0
      ? [
          `${formatPeople(lowered.people)} will pay less from the next charge: ${monthOf(lowered.month)} in total.`,
        ]
      : []),
    ...(replaced > 0
      ? [`For ${formatPeople(replaced)}, this replaces a price that was already announced.`]
      : []),
  ]
}

/** The renewals that are not moved, and why. */
export function leftOutOf({ left_out: left }: PriceChangePreview): string[] {
  const reasons: [number, string][] = [
    [left.same, 'already at the current price'],
    [left.announced, 'current price already announced'],
    [left.stopped, 'renewal stopped'],
    [
      left.held,
      'renewal on hold because of a dispute or a product that is not sold. Move them once the renewal continues',
    ],
    [left.unsold, 'plan no longer sold, or too cheap to be charged by card'],
    [left.unreachable, 'no address that emails can reach'],
  ]
  return reasons.flatMap(([count, why]) => (count > 0 ? [`${formatPeople(count)}: ${why}.`] : []))
}

/** The progress of a price change: `8 announced, 4 applied`. */
export function standingOf({ counts }: PriceChange): string {
  const parts: [number, string][] = [
    [counts.waiting, 'not notified yet'],
    [counts.announced, 'announced'],
    [counts.applied, 'applied'],
    [counts.ended, 'ended before it applied'],
    [counts.replaced, 'replaced'],
    [counts.canceled, 'canceled'],
  ]
  return parts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${formatCount(count)} ${what}`)
    .join(' · ')
}

/** The effects of canceling a price change, one sentence each. */
export function effectsOfCancel({
  kept,
  told,
  paying,
}: Result<typeof staffPriceChanges.previewCancel>) {
  return [
    `${formatPeople(kept)} ${kept === 1 ? 'keeps' : 'keep'} the old price`,
    ...(told > 0
      ? [
          `${formatPeople(told)} who ${told === 1 ? 'was' : 'were'} notified will get an email about it`,
        ]
      : []),
    ...(paying > 0
      ? [
          `${formatPeople(paying)} who already ${paying === 1 ? 'pays' : 'pay'} the new price will keep it`,
        ]
      : []),
  ]
}
