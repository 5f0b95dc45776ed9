-- When somebody said what documents say of tax, and whether renewing is switched on at the checkout. Both
-- are matters of law; null: nobody did, and both are as the shop came.
alter table settings
  add column tax_chosen_at timestamptz,
  add column renewing_chosen_at timestamptz;
update settings set tax_chosen_at = now() where tax_mode <> 'off';
update settings set renewing_chosen_at = now() where not renew_by_default;

-- Staying with what there is changes nothing that others edit.
create or replace trigger settings_revision before update on settings for each row execute function
  next_revision('revision', 'updated_at', 'opened_at', 'shop_name', 'currency_chosen_at',
                'tax_chosen_at', 'renewing_chosen_at');
