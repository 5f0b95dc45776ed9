import { type Release, staffReleases } from '#contract/licensing/staff-releases.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { useAsk } from '../../api/ask.ts'
import { formatCount, formatCounted } from '../../format.ts'
import { EffectsBox } from '../effects-box.tsx'

type Effects = Result<typeof staffReleases.effects>
type ReleaseEffectsProps = {
  release: Release
  act: 'promote' | 'roll_back'
  /** Only for a promotion. */
  percent?: number
}

const moving = 250

/** The customers affected by a promotion or a rollback, as counted by the server. */
export function useReleaseEffects({ release, act, percent = 100 }: ReleaseEffectsProps) {
  const input = { params: { id: release.id }, query: { act, percent } }
  return useAsk(staffReleases.effects, input, { pause: moving })
}

export function ReleaseEffects(props: ReleaseEffectsProps) {
  return <ReleaseEffectsBox release={props.release} {...useReleaseEffects(props)} />
}

type ReleaseEffectsBoxProps = { release: Release } & Pick<
  ReturnType<typeof useReleaseEffects>,
  'answer' | 'error' | 'asking'
>

export function ReleaseEffectsBox({ release, answer, error, asking }: ReleaseEffectsBoxProps) {
  const sentences = answer && sentencesOf(release, answer)
  return <EffectsBox sentences={sentences} error={error} asking={asking} hint="" />
}

function sentencesOf({ version, channel, kind }: Release, effects: Effects) {
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
