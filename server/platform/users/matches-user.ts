import { type RawBuilder, sql } from 'kysely'
import { containing, startingWith } from '#server/kernel/lists/like.ts'

/** The usual maximum number of users found by a Discord name, and by the name of a device. */
const mostElsewhere = 50

/**
 * The condition on a row of `users` for a search text: a part of the name, the email, the Discord
 * name or the name of a device, or the whole Discord id. All staff searches for customers use it.
 */
export function matchesUser(
  text: string,
  most: number | null = mostElsewhere,
): RawBuilder<boolean> {
  const lower = text.toLowerCase()
  // The trigram indexes do not cover fewer than three characters.
  if (lower.length < 3) return sql<boolean>`lower(username) like ${startingWith(lower)}`
  const part = containing(lower)
  // As an array, which an index can search. A subquery would scan all users.
  return sql<boolean>`(lower(username || ' ' || email) like ${part}
    or users.id = any(array(
      (select user_id from discord_links where discord_id = ${text})
      union all
      (select user_id from discord_links where lower(username) like ${part} limit ${most})
      union all
      (select distinct user_id from devices where lower(name) like ${part} limit ${most}))))`
}
