import * as z from 'zod'

const unknown = 'Choose a time zone, such as Europe/Berlin'

/** A name from the IANA database that this Node version or browser knows. */
export const timeZoneName = z
  .string(unknown)
  .regex(/^[A-Z][A-Za-z0-9_+/-]{1,63}$/, unknown)
  .refine(isTimeZone, unknown)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
