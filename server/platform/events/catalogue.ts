import { cardEvents } from './cards.ts'
import { disputeEvents } from './disputes.ts'
import { incidentEvents } from './incidents.ts'
import { loaderEvents } from './loader.ts'
import { mailEvents } from './mails.ts'
import { orderEvents } from './orders.ts'
import { payoutEvents } from './payouts.ts'
import { postEvents } from './posts.ts'
import { priceChangeEvents } from './price-changes.ts'
import { productEvents } from './products.ts'
import { refundEvents } from './refunds.ts'
import { renewalEvents } from './renewals.ts'
import { sessionEvents } from './sessions.ts'
import { shopEvents } from './shop.ts'
import { subscriptionEvents } from './subscriptions.ts'
import { textEvents } from './texts.ts'
import { ticketEvents } from './tickets.ts'
import { userEvents } from './users.ts'

/** Every type of event. Names are a noun and a verb in the past tense. */
export const catalogue = {
  ...orderEvents,
  ...refundEvents,
  ...payoutEvents,
  ...disputeEvents,
  ...subscriptionEvents,
  ...cardEvents,
  ...renewalEvents,
  ...priceChangeEvents,
  ...userEvents,
  ...sessionEvents,
  ...productEvents,
  ...postEvents,
  ...ticketEvents,
  ...mailEvents,
  ...loaderEvents,
  ...shopEvents,
  ...incidentEvents,
  ...textEvents,
}

type Catalogue = typeof catalogue
export type EventType = keyof Catalogue
export type EventOf<Type extends EventType> = Parameters<Catalogue[Type]['log']>[0]
