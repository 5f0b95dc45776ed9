import * as z from 'zod'
import { event } from './event.ts'

/** By which the log tells a sign-in: events of it are gone sooner. */
export const signedIn = 'Signed in'

export const sessionEvents = {
  'session.started': event({
    data: z.object({
      /** As a person would call it. */
      device: z.string(),
      /** The user has signed in before, and never from this browser. */
      new_browser: z.boolean(),
    }),
    sample: { device: 'Chrome on Windows', new_browser: false },
    log: ({ data }) => ({
      source: 'auth',
      level: 'success',
      message: signedIn,
      details: data,
    }),
  }),
}
