import type { Invariant } from '../invariants.ts'

/**
 * Invariants of renewals, refunds and documents from the specification. `sold` are the orders of
 * the run.
 */
export const afterSaleInvariants: Invariant[] = [
  [
    'products that renew twice for a customer',
    `select user_id, product_id from renewals where state <> 'ended' group by 1, 2 having count(*) > 1`,
  ],
  [
    'periods that were charged twice',
    `select order_id from renewal_charges where status = 'succeeded' group by 1 having count(*) > 1`,
  ],
  [
    'orders that were paid twice by card',
    `select order_id from payments where provider = 'stripe' and status = 'finished'
      group by 1 having count(*) > 1`,
  ],
  // A refund or a dispute revokes time, so a period ends earlier than the run has set it.
  [
    'renewals that were charged for more periods than came to their end',
    `select user_id, product_id, count(*) as charged from sold join order_items on order_id = sold.id
      where renews_order_id is not null and paid_at is not null
        and not exists (
          select from orders as other join order_items as item on item.order_id = other.id
           where other.user_id = sold.user_id and item.product_id = order_items.product_id
             and (other.refunded_cents > 0
               or exists (select from disputes where order_id = other.id)))
      group by 1, 2
     having count(*) > (select count(*) from periods_over
                         where periods_over.user_id = sold.user_id
                           and periods_over.product_id = order_items.product_id)`,
  ],
  [
    'periods that were charged and not delivered, or delivered and not charged',
    `select sold.id, payment_status from sold
      where renews_order_id is not null and (paid_at is not null) <> exists (
        select from renewal_charges where order_id = sold.id and status = 'succeeded')`,
  ],
  [
    'renewals without a charge, an end, or a reason that their customer was told',
    `select id, state, due_at, ended_for, held_for from renewals
      where case state
        when 'on' then due_at is null or due_at <= now() or due_at is distinct from
          renewal_charge_at(time_ends_at(user_id, product_id), term_seconds)
        when 'retrying' then due_at is null or not exists (
          select from mails where template = 'renewal-failed'
             and about ->> 'renewal' = renewals.id::text and created_at >= failed_at)
        when 'needs_action' then due_at is null or not exists (
          select from mails where template = 'renewal-failed'
             and about ->> 'renewal' = renewals.id::text and created_at >= failed_at)
        when 'stopping' then due_at is null
        when 'held' then held_for is null
        when 'ended' then ended_for is null or ended_at is null
        -- Every charge has its answer by now.
        else true end`,
  ],
  // A payout counts once it was accepted. The customer may never accept offered coins.
  [
    'orders of which more, or something else, is back than was given back',
    `select id, total_cents, refunded_cents from sold
      where refunded_cents > total_cents or refunded_cents <> (
        select coalesce(sum(amount_cents), 0) from refunds
         where order_id = sold.id and status in ('pending', 'succeeded'))`,
  ],
  [
    'items of which more is back than they cost',
    `select order_items.id from order_items join sold on sold.id = order_id
      where list_cents - discount_cents < (
        select coalesce(sum(refund_items.amount_cents), 0) from refund_items
          join refunds on refunds.id = refund_id
         where order_item_id = order_items.id and status in ('asked', 'pending', 'succeeded'))`,
  ],
  [
    'refunds that are not the sum of their items',
    `select id, amount_cents from refunds where amount_cents <> (
       select coalesce(sum(refund_items.amount_cents), 0) from refund_items where refund_id = refunds.id)`,
  ],
  [
    'orders of which more coins go back than came',
    `select order_id, sum(coins) from payouts where status <> 'withdrawn' group by 1
     having sum(coins) > (select sum(actually_paid) from payments
                           where payments.order_id = payouts.order_id and provider <> 'stripe')`,
  ],
  [
    'payouts whose refund is not as far as they are',
    `select payouts.id, payouts.status, refunds.status as refund
       from payouts join refunds on refunds.id = refund_id
      where refunds.status <> case
        when payouts.status in ('sent', 'done') then 'succeeded'
        when payouts.status = 'withdrawn' then 'canceled'
        else 'asked' end`,
  ],
  [
    'surpluses at the server that nobody was offered',
    `select sold.id from sold join payments on payments.order_id = sold.id
      where provider = 'btcpay' and payment_status = 'finished'
        and amount_cents * (actually_paid / pay_amount) >= total_cents + 100
        and not exists (select from payouts where payouts.order_id = sold.id and kind = 'over')`,
  ],
  [
    'payouts that were not told, or more than once',
    `select payouts.id, status, offers, sent from payouts left join (
       select about ->> 'payout' as id, count(*) filter (where template = 'payout-offer') as offers,
              count(*) filter (where template = 'payout-sent') as sent
         from mails group by 1
     ) as told on told.id = payouts.id::text
      where coalesce(offers, 0) > 1 or coalesce(sent, 0) <> (status in ('sent', 'done'))::int
         or coalesce(offers, 0) = 0 and status <> 'withdrawn'`,
  ],
  [
    'refunds by card of which the provider was never heard',
    `select id, asked_error from refunds where status = 'asked'
        and not exists (select from payouts where refund_id = refunds.id)`,
  ],
  [
    'disputes of which nothing was gathered, or whose answer the bank was not given',
    `select id, state, answer, asked_error from disputes
      where collected_at is null or answer is not null and answered_at is null`,
  ],
  [
    'disputes that were told twice, or not as they are',
    `select disputes.id, state, told.* from disputes left join (
       select data ->> 'dispute' as dispute, count(*) filter (where type = 'dispute.opened') as opened,
              count(*) filter (where type = 'dispute.warned') as warned,
              count(*) filter (where type in ('dispute.won', 'dispute.withdrawn')) as ended
         from events group by 1
     ) as told on told.dispute = disputes.id::text
      where coalesce(opened, 0) > 1 or coalesce(warned, 0) > 1
         or coalesce(ended, 0) <> (state in ('won', 'withdrawn'))::int`,
  ],
  [
    'open disputes that their customer has time of, and won ones that they lack it of',
    `select sold.id, disputes.state, sold.payment_status, sum(seconds) as seconds
       from sold join disputes on disputes.order_id = sold.id
       join order_items on order_items.order_id = sold.id
       left join time_entries on order_item_id = order_items.id
      where refunded_cents = 0 and state <> 'warning'
        and not exists (select from disputes as other
                         where other.order_id = sold.id and other.id > disputes.id)
      group by sold.id, disputes.state, sold.payment_status
     having case when disputes.state in ('won', 'withdrawn') then
       coalesce(sum(seconds), 0) <> sum(seconds) filter (where cause = 'purchase')
       else sold.payment_status <> 'disputed' end`,
  ],
  [
    'paid orders without exactly one invoice or receipt',
    `select id, payment_status from sold
      where total_cents > 0 and (paid_at is not null)::int <> (
        select count(*) from documents
         where order_id = sold.id and kind in ('receipt', 'invoice') and corrects_id is null)`,
  ],
  [
    'refunds without exactly one credit note of their amount',
    `select refunds.id, amount_cents from refunds join sold on sold.id = order_id
      where status in ('pending', 'succeeded') and paid_at is not null and (1, -amount_cents) <> (
        select count(*), coalesce(sum(documents.total_cents), 0) from documents
         where refund_id = refunds.id)`,
  ],
  [
    'orders whose documents do not add up to the money that the shop keeps',
    `select id, payment_status, total_cents, refunded_cents from sold
      where paid_at is not null and total_cents > 0
        and (select sum(documents.total_cents) from documents where order_id = sold.id)
            is distinct from
            case when dispute_lost_at is null then total_cents - refunded_cents else 0 end`,
  ],
]
