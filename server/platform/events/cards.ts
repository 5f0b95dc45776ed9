import * as z from 'zod'
import { event } from './event.ts'

function done(message: string) {
  return event({
    data: z.object({ brand: z.string(), last4: z.string() }),
    sample: { brand: 'visa', last4: '4242' },
    log: ({ data }) => ({ source: 'payment', level: 'success', message, details: data }),
  })
}

export const cardEvents = {
  'card.added': done('Card added'),
  /** The customer chose the card, or it is their first one. */
  'card.made_default': done('Default card changed'),
  'card.removed': done('Card removed'),
}
