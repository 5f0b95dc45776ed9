import { devices, releaseDay } from '#contract/licensing/devices.ts'
import { fill } from '#contract/wire/refusals.ts'

/** Says when a device can be released again, with the message of the API's refusal. */
export function nextRelease(at: string): string {
  const { sentence } = devices.release.refusals.release_too_soon
  return `${fill(sentence, { date: releaseDay(new Date(at)) })}.`
}
