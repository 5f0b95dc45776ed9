import * as z from 'zod'
import { event } from './event.ts'

/** Identifies sign-ins in the log, which keeps them longer than the events. */
export const signedIn = 'Signed in'

export const sessionEvents = {
  'session.started': event({
    data: z.object({
      device: z.string(),
      /** The user has signed in before, but never from this browser. */
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
