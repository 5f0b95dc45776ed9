import { shortCardName } from '#contract/card-brand.ts'
import type { CardRenewal } from '#contract/renewals.ts'

/** What became of a payment, for a toast. */
export function outcomeOf({ state }: CardRenewal): string {
  if (state === 'on') return 'Paid. The renewal goes on.'
  if (state === 'charging') return 'Your bank is still deciding. This page will tell.'
  return 'Saved'
}

/** The same of a card that was changed: it pays at once only what had failed by then. */
export function outcomeOfChange(before: CardRenewal, after: CardRenewal): string {
  const failed = before.state === 'retrying' || before.state === 'needs_action'
  if (failed || !after.card) return outcomeOf(after)
  // Stopped in another tab: there is no next charge.
  if (after.state === 'stopping') return 'Saved. The renewal is off'
  return `The next charge goes to ${shortCardName(after.card)}`
}
