import type { IncidentEffects } from '#contract/staff-incidents.ts'
import { formatCount, formatPrice } from '../../format.ts'
import { leftOutWords } from '../credits/states.ts'
import { EffectsBox } from '../effects-box.tsx'
import { lasting } from '../lasting.ts'

type IncidentEffectsBoxProps = {
  effects: IncidentEffects | undefined
  error: unknown
  asking: boolean
  /** The incident has no end time yet, so the compensation grows while staff wait. */
  growing: boolean
}

/** The immediate effects of closing or correcting an incident, from a dry run on the server. */
export function IncidentEffectsBox({ effects, growing, ...asked }: IncidentEffectsBoxProps) {
  return <EffectsBox {...asked} sentences={effects && sentences(effects, growing)} hint="" />
}

/** Whether the action gives anyone time. */
export const givesTime = ({ goes_on, drafted }: IncidentEffects) =>
  goes_on.length + drafted.length > 0

function sentences(effects: IncidentEffects, growing: boolean) {
  const { goes_on, drafted, people, left_out } = effects
  return [
    ...(people > 0 ? giving(effects) : []),
    ...(people > 0 && growing ? ['As long as it goes on it becomes more'] : []),
    ...(goes_on.length > 0 ? [`Time goes on: ${goes_on.join(', ')}`] : []),
    ...(goes_on.length > 0 && people === 0 ? ['Nobody gets anything for it'] : []),
    ...(Object.entries(left_out) as [keyof typeof leftOutWords, number][]).map(
      ([why, runs]) => `Nothing for ${formatCount(runs)} ${leftOutWords[why]}`,
    ),
    ...(drafted.length > 0
      ? [`Drafts a batch for you to look at and confirm: ${drafted.join(', ')}`]
      : []),
    ...(!givesTime(effects)
      ? ['Gives nobody time: none stands still by it, and none is to be credited']
      : []),
  ]
}

function giving({ people, runs, seconds, worth, most, whole }: IncidentEffects) {
  const whom = people === 1 ? '1 person gets' : `${formatCount(people)} people get`
  const all = `${whom} ${lasting(seconds)}${runs === 1 ? '' : ' together'}, worth ${formatPrice(worth)} at list price`
  return [
    whole ? all : `${all}. These are the first of more`,
    ...(runs > 1 ? [`The longest: ${most.map(longest).join('; ')}`] : most.map(longest)),
  ]
}

const longest = ({ username, product, seconds }: IncidentEffects['most'][number]) =>
  `${username}, ${lasting(seconds)} of ${product}`
