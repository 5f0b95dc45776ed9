import { sql } from 'kysely'

export const isFrozenByDispute = sql<boolean>`(
  orders.payment_status = 'disputed' and orders.dispute_effect = 'frozen'
  and orders.dispute_lost_at is null)`

export const isHeld = (run: string) => sql<boolean>`exists (
  select from time_entries as kept
    join order_items on order_items.id = kept.order_item_id
    join orders on orders.id = order_items.order_id
   where kept.subscription_id = ${sql.ref(`${run}.id`)} and kept.cause = 'freeze'
     and ${isFrozenByDispute})`

export const isOfDisputed = (entry: string) => sql<boolean>`exists (
  select from order_items join orders on orders.id = order_items.order_id
   where order_items.id = ${sql.ref(`${entry}.order_item_id`)}
     and orders.payment_status = 'disputed')`

/**
 * The periods of `run` that disputed payments bought, in whole milliseconds. Earlier time is used
 * first; lost time and repaid grace are deducted from the time that their source added last. A
 * pause delays all later time.
 */
export const disputedTime = (run: string) => {
  const of = (column: string) => sql.ref(`${run}.${column}`)
  return sql<string>`case when exists (
    select from time_entries as entry
     where entry.subscription_id = ${of('id')} and ${isOfDisputed('entry')})
  then (
    with entries as (
      select entry.id, entry.seconds, entry.cause, ${isOfDisputed('entry')} as disputed,
             coalesce('item ' || entry.order_item_id, 'credit ' || entry.credit_id,
                      'gift ' || gift.id, 'entry ' || entry.id) as source
        from time_entries as entry
        left join time_gifts as gift on entry.id in (gift.entry_id, gift.undone_entry_id)
       where entry.subscription_id = ${of('id')} and entry.pause_id is null
    ), sourced as (
      select id, seconds, disputed,
             case when cause = 'grace_back' then lag(source) over (order by id) else source end as source
        from entries
    ), balances as (
      select *, sum(seconds) over (partition by source order by id) as balance from sourced
    ), kept as (
      select *, greatest(0, min(balance) over (partition by source order by id
               rows between current row and unbounded following) - balance + seconds) as length
        from balances
    ), placed as (
      select disputed, length, sum(length) over (order by id) as ends from kept
    ), stops as (
      select length, extract(epoch from since - ${of('created_at')}) + length
               - sum(length) over (order by since) as at
        from (select since, extract(epoch from coalesce(ended_at, until) - since) as length
                from pauses where subscription_id = ${of('id')}) as pause
    )
    select coalesce(range_agg(tstzrange(
             date_trunc('milliseconds', ${of('created_at')} + make_interval(secs => (ends - length + coalesce(
               (select sum(stops.length) from stops where at <= ends - placed.length), 0))::float8)),
             date_trunc('milliseconds', ${of('created_at')} + make_interval(secs => (ends + coalesce(
               (select sum(stops.length) from stops where at < ends), 0))::float8)))), '{}')
             * tstzmultirange(tstzrange(${of('created_at')}, ${of('ends_at')}))
      from placed where disputed and length > 0)
  else '{}'::tstzmultirange end`
}
