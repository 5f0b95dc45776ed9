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
    ? 'no difference a month'
    : `${formatPrice(Math.abs(month))} ${month > 0 ? 'more' : 'less'} a month`

/** The effects of moving renewals to a new price, as sentences. */
export function changesOfMove({ raised, lowered, replaced }: PriceChangePreview): string[] {
  return [
    ...(raised.people > 0
      ? [
          `${formatPeople(raised.people)} will pay more: ${monthOf(raised.month)} in all. Each is mailed both prices and a link that stops the renewal, and pays the new one at the first charge from ${noticeDays} days after that mail.`,
        ]
      : []),
    ...(lowered.people > 0
      ? [
          `${formatPeople(lowered.people)} will pay less from the next charge on, at once: ${monthOf(lowered.month)} in all.`,
        ]
      : []),
    ...(replaced > 0
      ? [`For ${formatPeople(replaced)} this takes the place of another announced price.`]
      : []),
  ]
}

/** The renewals that are not moved, and why. */
export function leftOutOf({ left_out: left }: PriceChangePreview): string[] {
  const reasons: [number, string][] = [
    [left.same, 'on the present price already'],
    [left.announced, 'waiting for the present price, which was announced'],
    [left.stopped, 'stopped: the renewal ends with the time'],
    [left.held, 'on hold, for a dispute or as the product is not sold. Move them once they go on'],
    [left.unsold, 'on a plan that is not sold any more, or costs too little to be charged'],
    [left.unreachable, 'not reached by mail'],
  ]
  return reasons.flatMap(([count, why]) => (count > 0 ? [`${formatPeople(count)} ${why}.`] : []))
}

/** The progress of a price change: `8 announced, 4 applied`. */
export function standingOf({ counts }: PriceChange): string {
  const parts: [number, string][] = [
    [counts.waiting, 'to be told'],
    [counts.announced, 'announced'],
    [counts.applied, 'paying it'],
    [counts.ended, 'stopped or ended before'],
    [counts.replaced, 'replaced by another price'],
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
    `${formatPeople(kept)} ${kept === 1 ? 'keeps' : 'keep'} the former price`,
    ...(told > 0
      ? [
          `${formatPeople(told)} who ${told === 1 ? 'was' : 'were'} told ${told === 1 ? 'is' : 'are'} mailed so`,
        ]
      : []),
    ...(paying > 0
      ? [
          `${formatPeople(paying)} who ${paying === 1 ? 'pays' : 'pay'} the new price already ${paying === 1 ? 'goes' : 'go'} on at it`,
        ]
      : []),
  ]
}
