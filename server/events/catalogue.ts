import { accountEvents } from './accounts.ts'
import { orderEvents } from './orders.ts'
import { sessionEvents } from './sessions.ts'
import { subscriptionEvents } from './subscriptions.ts'
import { userEvents } from './users.ts'

/** Every type of event. Names are a noun and a verb in the past tense. */
export const catalogue = {
  ...orderEvents,
  ...subscriptionEvents,
  ...userEvents,
  ...accountEvents,
  ...sessionEvents,
}

type Catalogue = typeof catalogue
export type EventType = keyof Catalogue
/** What an event of one of these types is recorded with. */
export type EventOf<Type extends EventType> = Parameters<Catalogue[Type]['log']>[0]
