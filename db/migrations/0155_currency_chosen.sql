-- When somebody said what the shop sells in; null: nobody did, and it is US dollars until then. A shop
-- that is set up from before has been asked.
alter table settings add column currency_chosen_at timestamptz;
update settings set currency_chosen_at = now()
 where opened_at is not null or shop_name is not null or currency <> 'USD' or exists (select from orders);

-- Staying with the currency changes nothing that others edit.
create or replace trigger settings_revision before update on settings for each row execute function
  next_revision('revision', 'updated_at', 'opened_at', 'shop_name', 'currency_chosen_at');
