import * as z from 'zod'
import { event } from './event.ts'

/** What a customer does with the cards that the provider keeps for them. */
function done(message: string) {
  return event({
    data: z.object({ brand: z.string(), last4: z.string() }),
    sample: { brand: 'visa', last4: '4242' },
    log: ({ data }) => ({ source: 'payment', level: 'success', message, details: data }),
  })
}

export const cardEvents = {
  'card.added': done('Card added'),
  /** By its owner's choice, and also when it is their first. */
  'card.made_default': done('Default card chosen'),
  'card.removed': done('Card removed'),
}
