-- Grace days are owed until they are deducted, in whatever way the customer gains time of the product.

create index time_entries_grace on time_entries (subscription_id, seconds)
  where cause in ('grace', 'grace_back');

-- Seconds of grace of a product that a customer has not repaid yet.
create function grace_owed(of_user bigint, of_product bigint) returns bigint
  language sql stable as $$
  select coalesce(sum(seconds), 0)::bigint
    from subscriptions join time_entries on subscription_id = subscriptions.id
   where user_id = of_user and product_id = of_product and cause in ('grace', 'grace_back')
$$;

-- The trigger covers every way to grant time. Time that a pause, an incident or a dispute had stopped
-- is returned, not gained. A lifetime is recognised by its length, so nothing is deducted from it.
create function time_entries_repay_grace() returns trigger language plpgsql as $$
declare
  repaid bigint;
begin
  if exists (select from time_credits join credit_batches on credit_batches.id = batch_id
              where time_credits.id = new.credit_id and still_id is not null) then
    return null;
  end if;
  select least(new.seconds, grace_owed(user_id, product_id)) into repaid
    from subscriptions where id = new.subscription_id;
  if repaid > 0 then
    insert into time_entries (subscription_id, seconds, cause)
    values (new.subscription_id, -repaid, 'grace_back');
  end if;
  return null;
end $$;
-- PostgreSQL runs triggers in the order of their names: this one follows time_entries_sum.
create trigger time_entries_then_repay_grace after insert on time_entries
  for each row when (new.cause in ('purchase', 'grant', 'reward', 'compensation', 'credit')
    and new.seconds < 365000 * 86400::bigint)
  execute function time_entries_repay_grace();

create or replace function renewals_follow_end() returns trigger language plpgsql as $$
begin
  update renewals
     set due_at = case state
           when 'on' then renewal_charge_at(time_ends_at(user_id, product_id), term_seconds)
           when 'stopping' then time_ends_at(user_id, product_id)
           else now() end
   where user_id = new.user_id and product_id = new.product_id
     and (state in ('on', 'stopping')
          or state in ('retrying', 'needs_action')
             and renewal_charge_at(time_ends_at(user_id, product_id)
                   - make_interval(secs => grace_owed(user_id, product_id)), term_seconds) > now());
  return null;
end $$;

alter table renewals drop column grace_seconds;
