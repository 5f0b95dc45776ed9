import type { Release, staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { formatCount, formatCounted } from '../../format.ts'

/** Describes the customers affected by a promotion or a rollback. */
export function releaseSentences(
  { version, channel, kind }: Release,
  effects: Result<typeof staffReleases.effects>,
) {
  const { customers, before, after, too_old, others } = effects
  const what = kind === 'loader' ? 'the loader' : 'the module'
  const whose =
    channel === 'beta'
      ? `can get beta releases of ${what}: they have time left and opted in to betas`
      : `can get ${what} because they have time left`
  return [
    `${formatCounted(customers, 'customer')} ${whose}`,
    `${formatCounted(after, 'customer')} would be offered ${version} (now: ${formatCount(before)})`,
    ...others.map(({ version: other, customers: count }) =>
      other === null
        ? `${formatCounted(count, 'customer')} would be offered no release`
        : `${formatCounted(count, 'customer')} would be offered ${other}`,
    ),
    ...(too_old > 0
      ? [
          `${formatCounted(too_old, 'customer')} must update their loader before they can play again`,
        ]
      : []),
  ]
}
