import type { Result } from '#contract/endpoint.ts'
import { type Release, staffReleases } from '#contract/staff-releases.ts'
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

/** The customers affected by a promotion or its end, as counted by the server. */
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
      ? `can get ${what}’s betas: they have time left and chose betas`
      : `can get ${what}: they have time left`
  return [
    `${formatCounted(customers, 'customer')} ${whose}`,
    `${formatCounted(after, 'customer')} would be offered ${version}, ${formatCount(before)} are now`,
    ...others.map(({ version: other, customers: count }) =>
      other === null
        ? `${formatCounted(count, 'customer')} would be offered nothing`
        : `${formatCounted(count, 'customer')} would be offered ${other}`,
    ),
    ...(too_old > 0
      ? [
          `${formatCounted(too_old, 'customer')} must update their loader before they can play again`,
        ]
      : []),
  ]
}
