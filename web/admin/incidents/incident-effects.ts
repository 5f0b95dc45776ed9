import type { IncidentEffects } from '#contract/outages/staff-incidents.ts'
import { formatCount, formatCounted, formatPrice } from '../../format.ts'
import { leftOutWords } from '../credits/states.ts'
import { lasting, totalTime } from '../lasting.ts'

/** Whether the action gives anyone time. */
export const givesTime = ({ goes_on, drafted }: IncidentEffects) =>
  goes_on.length + drafted.length > 0

/**
 * Describes the immediate effects of closing or correcting an incident. They are growing if the
 * incident has no end time yet, because the compensation grows while staff wait.
 */
export function incidentSentences(effects: IncidentEffects, growing: boolean) {
  const { goes_on, drafted, people, left_out } = effects
  return [
    ...(people > 0 ? giving(effects) : []),
    ...(people > 0 && growing ? ['These amounts grow until the incident is closed'] : []),
    ...(goes_on.length > 0 ? [`Time resumes for: ${goes_on.join(', ')}`] : []),
    ...(goes_on.length > 0 && people === 0 ? ['No customer gets time for it'] : []),
    ...(Object.entries(left_out) as [keyof typeof leftOutWords, number][]).map(
      ([why, runs]) => `Excluded: ${formatCounted(runs, 'subscription')} ${leftOutWords[why]}`,
    ),
    ...(drafted.length > 0
      ? [`Creates a draft batch for you to review: ${drafted.join(', ')}`]
      : []),
    ...(!givesTime(effects) ? ['No time is frozen or credited for this incident'] : []),
  ]
}

function giving({ people, runs, seconds, worth, most, whole }: IncidentEffects) {
  const whom = people === 1 ? '1 customer gets' : `${formatCount(people)} customers get`
  const all = `${whom} ${totalTime(seconds)}${runs === 1 ? '' : ' in total'}, worth ${formatPrice(worth)} at list price`
  return [
    whole ? all : `${all}. These are the first of more`,
    ...(runs > 1 ? [`Longest: ${most.map(longest).join('; ')}`] : most.map(longest)),
  ]
}

const longest = ({ username, product, seconds }: IncidentEffects['most'][number]) =>
  `${username}, ${lasting(seconds)} of ${product}`
