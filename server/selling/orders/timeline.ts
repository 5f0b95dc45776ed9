import { sql } from 'kysely'
import { mostMoments, type OrderMoment, timelineKinds } from '#contract/selling/staff-orders.ts'
import { coinName } from '#contract/wire/coins.ts'
import { currencySign } from '#contract/wire/currency.ts'
import { exactly } from '#contract/wire/lengths.ts'
import { paymentProviderNames } from '#contract/wire/payment-provider.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { wordsOfEvent } from './event-words.ts'

export type Moment = Omit<OrderMoment, 'at'> & { at: Date }

const providerName = sql`case provider ${sql.join(
  Object.entries(paymentProviderNames).map(
    ([name, shown]) => sql`when ${sql.lit(name)} then ${sql.lit(shown)}`,
  ),
  sql` `,
)} else provider end`

/** Oldest first. Above `mostMoments`, returns the latest and sets `cut`. */
export async function readTimeline(
  db: Database,
  orderId: string,
): Promise<{ moments: Moment[]; cut: boolean }> {
  const amount = sql`${currencySign()}::text || to_char(amount_cents / 100.0, 'FM999,999,990.00')`
  const { rows } = await sql<Moment & { seconds: number | null }>`
    with this as (select * from orders where id = ${orderId}),
    paid as (select payments.* from payments where order_id = ${orderId}),
    named as (
      select provider, provider_id as id from paid
      union select provider, provider_reference from paid where provider_reference is not null
      union select 'stripe', payment_intent_id from renewal_charges
             where order_id = ${orderId} and payment_intent_id is not null
    ),
    told as (
      select payment_events.* from payment_events
       where (provider, object_id) in (select provider, id from named)
      union
      select payment_events.* from payment_events
       where (provider, intent_id) in (select provider, id from named)
    )
    select * from (
      select created_at as at, 'order' as kind, 'Order placed' as text,
             null::text as error, null::bigint as ticket, null::bigint as seconds from this
      union all
      select created_at, 'payment', ${providerName} || ' payment started', asked_error, null, null from paid
      union all
      select created_at, 'payment',
             'Renewal charge to ' || initcap(card_brand) || ' ••' || card_last4, null, null, null
        from renewal_charges where order_id = ${orderId}
      union all
      select decided_at, 'payment',
             case status when 'succeeded' then 'Renewal paid'
                         when 'declined' then 'Card declined' when 'canceled' then 'Charge canceled'
                         when 'needs_action' then 'Bank requires confirmation'
                         else 'Bank is processing' end,
             coalesce(decline_code, code), null, null
        from renewal_charges where order_id = ${orderId} and decided_at is not null
      union all
      select created_at, 'refund',
             case when dispute_id is not null then 'The bank withdrew ' || ${amount} || ' in a dispute'
                  else 'Refund of ' || ${amount}
                    || case when reason is null then ' made at the provider' else ' requested' end end,
             asked_error, null, null
        from refunds where order_id = ${orderId}
      union all
      select step.at, 'payout', step.text, step.error, null, null
        from payouts, lateral (values
          (payouts.created_at, 'Payout of ' || ${amount}
             || ' in {' || currency || '} offered', null),
          (given_at, 'Payout address confirmed', null),
          (approved_at, 'Payout approved', null),
          -- The server is asked no more from then on.
          (case when not by_server and server_note is not null then payouts.checked_at end,
             'Payout returned to staff by the BTCPay Server', server_note),
          (claimed_at, 'Payout claimed', null),
          (sent_at, 'Payout sent', null),
          (done_at, 'Payout arrived', null),
          (withdrawn_at, 'Payout withdrawn', null)) as step (at, text, error)
       where order_id = ${orderId} and step.at is not null
      union all
      select opened_at, 'dispute',
             'Dispute of ' || ${amount} || ' opened ('
               || replace(reason, '_', ' ') || ')', null, null, null
        from disputes where order_id = ${orderId}
      union all
      select closed_at, 'dispute', 'Dispute ' || state, null, null, null
        from disputes where order_id = ${orderId} and closed_at is not null
      union all
      select warned_at, 'dispute',
             'Early fraud warning (' || replace(fraud_type, '_', ' ') || ')'
               || case when refund_id is null then '' else ', refunded automatically' end, null, null, null
        from fraud_warnings where order_id = ${orderId}
      union all
      select issued_at, 'document',
             case kind when 'receipt' then 'Receipt' when 'invoice' then 'Invoice'
                       when 'credit_note' then 'Credit note' else 'Cancellation' end || ' ' || name,
             null, null, null
        from documents where order_id = ${orderId}
      union all
      select received_at, 'event', ${providerName} || ': ' || type, error, null, null from told
      union all
      select entry.created_at, 'time',
             case when cause = 'freeze' then 'Froze ' when cause = 'unfreeze' then 'Returned '
                  when seconds > 0 then 'Added ' else 'Revoked ' end
               || '% of ' || product_name, null, null, abs(seconds)
        from order_items join time_entries as entry on order_item_id = order_items.id
       where order_id = ${orderId}
      union all
      select mails.created_at, 'mail', 'Email: ' || subject, mails.error, null, null
        from mails join this on mails.user_id = this.user_id
       where mails.created_at >= this.created_at and about ->> 'order' = ${orderId}
      union all
      select logs.created_at, 'log', message || coalesce(': ' || (details ->> 'product'), ''),
             null, null, null
        from logs join this on logs.user_id = this.user_id
       where logs.created_at >= this.created_at - interval '1 minute'
         and details @> ${JSON.stringify({ order: orderId })}::jsonb
         -- These are told above, for longer than the log is kept.
         and message not in ('Order placed', 'Dispute inquiry opened', 'Dispute announced', 'Dispute opened', 'Dispute won',
           'Dispute lost', 'Dispute withdrawn', 'Early fraud warning')
         and not details ? 'payout'
      union all
      select tickets.created_at, 'ticket', 'Ticket: ' || title, null, tickets.id, null
        from tickets join this on tickets.user_id = this.user_id
       where tickets.created_at >= this.created_at and (tickets.order_id = this.id
           or tickets.order_id is null and position(${`#${orderId.slice(0, 8)}`} in title) > 0)
    ) as happened
    order by at desc, array_position(${[...timelineKinds]}::text[], kind) desc, row_number() over () desc
    limit ${mostMoments + 1}`.execute(db)
  const moments = rows.slice(0, mostMoments).reverse().map(told)
  return { moments, cut: rows.length > mostMoments }
}

function told({ seconds, ...row }: Moment & { seconds: number | null }): Moment {
  if (seconds !== null) return { ...row, text: row.text.replace('%', () => exactly(seconds)) }
  if (row.kind === 'event')
    return { ...row, text: row.text.replace(/(?<=: ).*/, (type) => wordsOfEvent(type)) }
  if (row.kind !== 'payout') return row
  return { ...row, text: row.text.replace(/\{(.*)\}/, (_, coin: string) => coinName(coin)) }
}
