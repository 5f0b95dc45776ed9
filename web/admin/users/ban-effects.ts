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
    ? 'Stops 1 renewal. It stays stopped if you lift the ban; the customer can turn it on again.'
    : `Stops ${renewing} renewals. They stay stopped if you lift the ban; the customer can turn them on again.`

/** The effects of a ban on this user, one sentence each. */
export function banEffects(user: User, renewing: number): string[] {
  const role = roleOf(user)
  return [
    'Signs them out everywhere and stops their loaders.',
    'Removes their Discord roles.',
    'Their time keeps running, and nothing is refunded.',
    ...(renewing > 0 ? [stoppedBy(renewing)] : []),
    ...(role === 'user' ? [] : ['Unassigns their tickets.']),
    ...(role === 'admin' ? ['Revokes the API keys that they created.'] : []),
  ]
}
