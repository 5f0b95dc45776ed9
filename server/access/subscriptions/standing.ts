import { sql } from 'kysely'
import { isLifetime } from '#contract/wire/terms.ts'
import type { Tx } from '#server/kernel/database/database.ts'
import { selectDueRoles } from './due-roles.ts'
import { runningNow } from './running.ts'

export async function standingOf(tx: Tx, userId: number, productId: number) {
  const { rows } = await sql<{
    ends_at: Date | null
    term_length: number | null
    next_charge: Date | null
  }>`
    select run.ends_at, run.term_length,
           (select due_at from renewals
             where user_id = ${userId} and product_id = ${productId} and state = 'on') as next_charge
      from (select) as always
      left join lateral (
        select ends_at, term_length from subscriptions
         where user_id = ${userId} and product_id = ${productId} and ${runningNow}
         order by ends_at desc limit 1) as run on true`.execute(tx)
  const { term_length, ...run } = rows[0]!
  const roles = await selectDueRoles(tx, runningNow)
    .where('discord_links.user_id', '=', userId)
    .where('products.id', '=', productId)
    .execute()
  return {
    ...run,
    lifetime: term_length !== null && isLifetime(term_length),
    role: roles.length > 0,
  }
}
