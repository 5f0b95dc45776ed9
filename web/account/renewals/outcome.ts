import type { CardRenewal } from '#contract/access/card-renewal.ts'
import { shortCardName } from '#contract/selling/card-brand.ts'

/** The toast with the outcome of a payment. */
export function outcomeOf({ state }: CardRenewal): string {
  if (state === 'on') return 'Paid. The renewal continues.'
  if (state === 'charging')
    return 'Your bank is still processing the payment. Check again in a few minutes.'
  return 'Saved'
}

/**
 * The toast after a change of the card. The new card is charged at once only if a payment had
 * failed.
 */
export function outcomeOfChange(before: CardRenewal, after: CardRenewal): string {
  const failed = before.state === 'retrying' || before.state === 'needs_action'
  if (failed || !after.card) return outcomeOf(after)
  // The renewal was stopped in another tab, so there is no next charge.
  if (after.state === 'stopping') return 'Saved. The renewal is off.'
  return `The next charge will use ${shortCardName(after.card)}`
}
