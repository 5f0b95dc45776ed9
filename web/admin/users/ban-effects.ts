import type { StaffSubscription } from '#contract/access/staff-subscriptions.ts'
import type { User } from '#contract/people/staff-users.ts'
import { roleOf } from './labels.tsx'

/** The card renewals that a ban would stop. */
export const countRenewing = (subscriptions: readonly StaffSubscription[]) =>
  subscriptions
    .flatMap(({ renewal }) => renewal ?? [])
    .filter(({ state }) => state !== 'stopping' && state !== 'ended').length

export const stoppedBy = (renewing: number) =>
  renewing === 1
    ? 'Stops 1 renewal. Unbanning does not restart it, but the customer can turn it on again.'
    : `Stops ${renewing} renewals. Unbanning does not restart them, but the customer can turn them on again.`

/** The effects of a ban on this user, one sentence each. */
export function banEffects(user: User, renewing: number): string[] {
  const role = roleOf(user)
  return [
    'Signs them out everywhere and stops their loaders.',
    'Removes their Discord roles.',
    'Does not pause their time or refund anything.',
    ...(renewing > 0 ? [stoppedBy(renewing)] : []),
    ...(role === 'user' ? [] : ['Unassigns the tickets that are assigned to them.']),
    ...(role === 'admin' ? ['Revokes the API keys that they created.'] : []),
  ]
}
