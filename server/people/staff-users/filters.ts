import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { recentLoginDays, type staffUsers } from '#contract/people/staff-users.ts'
import { running } from '#server/access/subscriptions/running.ts'
import { allOf, type Condition } from '#server/kernel/lists/conditions.ts'
import { ofStaff } from '#server/platform/users/living.ts'
import { matchesUser } from '#server/platform/users/matches-user.ts'

export type UserFilters = Omit<
  z.output<typeof staffUsers.list.query>,
  'page' | 'limit' | 'after' | 'sort'
>

/** The condition on a row of `users`; undefined if every user fits. */
export function conditionOf(filters: UserFilters): Condition | undefined {
  const { search, staff, role, status, verified, time, product, infractions, last_login } = filters
  const conditions = [
    search && matches(search),
    staff && ofStaff,
    role && ofRole[role],
    status && isOrNot(sql`banned`, status === 'banned'),
    verified !== undefined && isOrNot(sql`verified_at is not null`, verified),
    (time !== undefined || product) && isOrNot(hasTime(product), time ?? true),
    infractions !== undefined && isOrNot(hasInfractions, infractions),
    last_login && withLastLogin[last_login],
  ].filter((condition) => typeof condition === 'object')
  return conditions.length > 0 ? allOf(...conditions) : undefined
}

const isOrNot = (condition: RawBuilder<unknown>, wanted: boolean) =>
  wanted ? sql`(${condition})` : sql`not (${condition})`

const ofRole = {
  admin: sql`admin`,
  support: sql`support`,
  user: sql`not ${ofStaff}`,
  staff: ofStaff,
}

const recently = sql`now() - make_interval(days => ${sql.lit(recentLoginDays)})`
const withLastLogin = {
  recent: sql`last_login_at > ${recently}`,
  older: sql`last_login_at <= ${recently}`,
  never: sql`last_login_at is null`,
}

const hasTime = (product: number | undefined) => sql`exists (
  select from subscriptions
   where user_id = users.id and ${running}
     and ${product === undefined ? sql`true` : sql`product_id = ${product}`})`

const hasInfractions = sql`exists (
  select from infractions where user_id = users.id and cleared_at is null)`

function matches(search: string) {
  const uid = /^[1-9]\d{0,14}$/.test(search) ? sql`or id = ${Number(search)}` : sql``
  return sql<boolean>`(${matchesUser(search)} ${uid})`
}
