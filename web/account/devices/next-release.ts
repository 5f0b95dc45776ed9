import { devices, releaseDay } from '#contract/devices.ts'
import { fill } from '#contract/refusals.ts'

/** When a device can be released again, as the refusal says it. */
export function nextRelease(at: string): string {
  const { sentence } = devices.release.refusals.release_too_soon
  return `${fill(sentence, { date: releaseDay(new Date(at)) })}.`
}
