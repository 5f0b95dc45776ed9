-- The subscriptions already have the sums, so the trigger that adds each entry is disabled.
alter table time_entries disable trigger time_entries_sum;

insert into time_entries (subscription_id, seconds, cause, order_item_id, note, created_at)
  select r.id, e.seconds, e.cause, e.item_id, e.note, e.at
    from (select user_id, product_id, run, seconds, 'purchase' as cause, item_id, null as note, at from seed_entries
          union all
          select user_id, product_id, run, -seconds, 'refund', item_id, null, least(at + interval '3 days', now())
            from seed_entries where status = 'refunded'
          union all
          select user_id, product_id, run, given, 'compensation', null, 'A day for an outage', last
            from seed_runs where given > 0) e
         join seed_runs r using (user_id, product_id, run)
   order by e.at;

alter table time_entries enable trigger time_entries_sum;

do $$
begin
  if exists (select from seed_runs r join subscriptions s using (id)
              where s.term_length <> (select sum(seconds) from time_entries t where t.subscription_id = s.id)) then
    raise exception 'a subscription differs from the sum of its entries';
  end if;
end $$;
