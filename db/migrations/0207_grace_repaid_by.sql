-- The item whose purchase repaid grace days. If its money goes back, they are owed again.
alter table time_entries add column repaid_by_item_id bigint references order_items;
create index time_entries_repaid_by on time_entries (repaid_by_item_id)
  where repaid_by_item_id is not null;

create or replace function time_entries_repay_grace() returns trigger language plpgsql as $$
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
    insert into time_entries (subscription_id, seconds, cause, repaid_by_item_id)
    values (new.subscription_id, -repaid, 'grace_back', new.order_item_id);
  end if;
  return null;
end $$;
