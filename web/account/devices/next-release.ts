import { devices } from '#contract/devices.ts'
import { fill } from '#contract/refusals.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** When a device can be released again, as the refusal says it. */
export function nextRelease(at: string): string {
  const { sentence } = devices.release.refusals.release_too_soon
  return `${fill(sentence, { date: day.format(new Date(at)) })}.`
}
