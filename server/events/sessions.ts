import * as z from 'zod'
import { event } from './event.ts'

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
      message: 'Signed in',
      details: data,
    }),
  }),
}
