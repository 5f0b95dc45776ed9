import type { RawBuilder } from 'kysely'
import type { EventOf, EventType } from './catalogue.ts'

/** Adds jobs in the transaction that causes an event. */
export type Follower = {
  types: readonly EventType[]
  /** Returns a query that adds the jobs. It runs as part of the statement that writes the event. */
  jobs: (occurrence: never) => RawBuilder<unknown>
}

/** Adds jobs for events of these types. */
export function follower<Type extends EventType>(
  types: readonly Type[],
  jobs: (occurrence: EventOf<Type>) => RawBuilder<unknown>,
): Follower {
  return { types, jobs }
}

let registered: readonly Follower[] | undefined

/** Called by `declareDomains`: followers are in the domain folders, which import this folder. */
export function registerFollowers(followers: readonly Follower[]) {
  registered = followers
}

/** Throws if no followers were registered: otherwise their jobs would be missing without notice. */
export function followersOf(type: EventType): readonly Follower[] {
  if (!registered)
    throw new Error('Call declareDomains of #server/shop/domains.ts before events are recorded')
  return registered.filter(({ types }) => types.includes(type))
}
