import { sql } from 'kysely'
import { isMemberState, vatCountry } from '#contract/wire/vat-countries.ts'
import { ProviderDown, ProviderRefused } from '#server/adapters/payments/payments.ts'
import type { Vies } from '#server/adapters/vies/vies.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { record } from '#server/platform/events/record.ts'

/** Validity of a VIES answer. Later purchases need a new check. */
const holds = sql`interval '1 day'`

/** Negative answers expire sooner: the company may be new. Prevents a VIES request per click. */
const refusalHolds = sql`interval '10 minutes'`

/** The delay doubles from a minute to six hours. Checks stop a month after the latest order. */
const nextTry = sql<Date>`case
  when greatest(created_at, (select max(orders.created_at) from orders
                              where vat_check_id = vat_checks.id)) < now() - interval '30 days'
  then 'infinity' else now() + least(interval '6 hours', interval '1 minute' * power(2, least(tries, 9))) end`

/** The latest answered check unless it has expired, otherwise a pending one that is due now. */
export async function checkOf(db: Database, vatId: string, requester: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with latest as (
      select id, state, answered_at from vat_checks
       where vat_id = ${vatId} and requester = ${requester} and state <> 'asked'
       order by id desc limit 1
    ), holding as (
      select id from latest
       where answered_at > now() - case state when 'valid' then ${holds} else ${refusalHolds} end
    ), opened as (
      insert into vat_checks (vat_id, requester)
      select ${vatId}, ${requester} where not exists (select from holding)
      on conflict (vat_id, requester) where state = 'asked'
      do update set due_at = least(vat_checks.due_at,
        case when vat_checks.asked_at > now() - interval '20 seconds'
             then now() + interval '1 minute' else now() end)
      returning id
    )
    select id from holding union all select id from opened`.execute(db)
  return rows[0]!.id
}

export async function readCheck(db: Database, id: number) {
  return db
    .selectFrom('vat_checks')
    .select(['state', 'answered_at', 'consultation'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Is `asked` even if an earlier check confirmed the id but has expired. */
export async function latestState(db: Database, vatId: string, requester: string) {
  const latest = await db
    .selectFrom('vat_checks')
    .select('state')
    .select(sql<boolean>`state = 'valid' and answered_at <= now() - ${holds}`.as('past'))
    .where('vat_id', '=', vatId)
    .where('requester', '=', requester)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return latest && !latest.past ? latest.state : 'asked'
}

/**
 * Queries VIES, unless it has answered or was just queried. The attempt is recorded first, so that
 * it is repeated if the process dies. No response is not a negative answer.
 */
export async function askVies(db: Database, vies: Pick<Vies, 'ask'>, id: number): Promise<void> {
  const taken = await db
    .updateTable('vat_checks')
    .set({ asked_at: sql`now()`, tries: sql`tries + 1`, due_at: nextTry })
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .where('due_at', '<=', sql<Date>`now()`)
    .returning(['vat_id', 'requester'])
    .executeTakeFirst()
  if (!taken) return
  const { vat_id, requester } = taken
  const ofUnion = isMemberState(vatCountry(requester) ?? '')
  try {
    const answer = await vies.ask(vat_id, ofUnion ? requester : null)
    await answered(db, id, answer)
  } catch (error) {
    if (!(error instanceof ProviderDown || error instanceof ProviderRefused)) throw error
    await db
      .updateTable('vat_checks')
      .set({ error: error.message.slice(0, 300) })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .execute()
  }
}

function answered(
  db: Database,
  id: number,
  { valid, consultation }: { valid: boolean; consultation: string | null },
) {
  return transaction(db, async (tx) => {
    const kept = await tx
      .updateTable('vat_checks')
      .set({
        state: valid ? 'valid' : 'invalid',
        answered_at: sql`now()`,
        consultation,
        error: null,
      })
      .where('id', '=', id)
      .where('state', '=', 'asked')
      .returning('vat_id')
      .executeTakeFirst()
    if (!kept) return
    const orders = await tx
      .selectFrom('orders')
      .select(['id', 'user_id'])
      .where('vat_check_id', '=', id)
      .execute()
    for (const { id: order, user_id: userId } of orders)
      await record(tx, 'order.vat_id_checked', {
        userId,
        data: { order, vat_id: kept.vat_id, valid, consultation },
      })
  })
}

/** VIES accepts few checks at once. States take turns, so a broken register delays only its ids. */
export async function askDueChecks(db: Database, vies: Pick<Vies, 'ask'>): Promise<void> {
  const { rows: due } = await sql<{ id: number; state: string }>`
    select id, state from (
      select id, due_at, left(vat_id, 2) as state,
             row_number() over (partition by left(vat_id, 2) order by due_at) as place
        from vat_checks where state = 'asked' and due_at <= now()) as waiting
     order by place, due_at limit 100`.execute(db)
  const away = new Set<string>()
  for (const { id, state } of due) {
    if (away.has(state)) continue
    await askVies(db, vies, id)
    if ((await readCheck(db, id)).state === 'asked') away.add(state)
  }
}

export async function askViesOf(
  db: Database,
  vies: Pick<Vies, 'ask'>,
  orderId: string,
): Promise<void> {
  const open = await db
    .selectFrom('vat_checks')
    .innerJoin('orders', 'vat_check_id', 'vat_checks.id')
    .select('vat_checks.id')
    .where('orders.id', '=', orderId)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  if (open) await askVies(db, vies, open.id)
}
