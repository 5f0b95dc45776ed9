-- Settings, external services and the operation of the shop.

-- The settings, in one row.
create table settings (
  only_row boolean primary key default true check (only_row),
  -- When an administrator opened the shop. Null: it is closed to visitors.
  opened_at timestamptz,
  -- Null: the name in the environment, or the default.
  shop_name text check (length(shop_name) between 1 and 40),
  -- The store is closed to visitors.
  maintenance_mode boolean not null default false,
  registration_disabled boolean not null default false,
  -- A sign-up needs a referral code. The next column limits the uses of a code (0: unlimited).
  registration_by_referral boolean not null default false,
  referral_code_uses integer not null default 0 check (referral_code_uses between 0 and 100),
  -- When a referred friend counts: days after the payment, and the minimum paid.
  referral_hold_days integer not null default 14
    check (referral_hold_days between 0 and 365),
  referral_minimum_dollars integer not null default 0
    check (referral_minimum_dollars between 0 and 1000000),
  -- A free month is only for products whose month costs at most what the friends paid.
  referral_price_limit boolean not null default false,
  -- ISO 4217. All amounts are in hundredths of it. It cannot change once there is an order
  -- (docs/decisions/currency.md).
  currency text not null default 'USD'
    check (currency in ('AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP',
    'NOK', 'NZD', 'PLN', 'RON', 'SEK', 'SGD', 'USD')),
  -- When an administrator confirmed the currency. Null: not yet.
  currency_chosen_at timestamptz,
  -- The time zone of dates in mails and on pages. Null: not chosen, so UTC.
  time_zone text check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$'),
  -- The seller, as shown on documents and legal pages. Empty: not given.
  seller_name text not null default '' check (length(seller_name) <= 120),
  seller_address text not null default '' check (length(seller_address) <= 400),
  seller_contact text not null default '' check (length(seller_contact) <= 254),
  seller_number text not null default '' check (length(seller_number) <= 200),
  -- The seller's own VAT ID, which queries to VIES contain: `DE136695976`.
  seller_vat_id text not null default ''
    check (seller_vat_id ~ '^([A-Z]{2}[A-Z0-9]{2,15})?$'),
  -- The tax on documents. The law of the operator's country decides.
  tax_mode text not null default 'off' check (tax_mode in ('off', 'small_business', 'table')),
  tax_sentence text not null default 'No tax is charged: small business scheme.'
    check (length(tax_sentence) between 1 and 300),
  -- `DE 2027-01-01 20`: 20 percent from that day on. They replace the built-in rates.
  tax_rates text[] not null default '{}'
    check (cardinality(tax_rates) <= 300)
    check (array_to_string(tax_rates, ',')
    ~ '^([A-Z]{2} \d{4}-\d{2}-\d{2} \d{1,2}(\.\d{1,2})?(,|$))*$'),
  -- When an administrator confirmed the tax on documents, a legal matter. Null: not yet.
  tax_chosen_at timestamptz,
  -- The provider for coins that both crypto providers accept.
  first_crypto text not null default 'nowpayments'
    check (first_crypto in ('nowpayments', 'btcpay')),
  -- Underpayment tolerance of crypto orders, in percent of the total, and at most one unit of the
  -- currency. Network fees are often deducted from the transfer.
  underpaid_percent integer not null default 1 check (underpaid_percent between 0 and 5),
  -- The default of the renewal switch at the checkout.
  renew_by_default boolean not null default true,
  -- When an administrator confirmed this default, a legal matter. Null: not yet.
  renewing_chosen_at timestamptz,
  -- Hours before the end at which a renewal is charged.
  renewal_lead_hours integer not null default 24 check (renewal_lead_hours between 1 and 72),
  -- Days after the first failure on which the charge is retried, and after which it ends.
  renewal_retry_days integer[] not null default '{1,3,5,7}'
    check (cardinality(renewal_retry_days) between 1 and 8),
  renewal_give_up_days integer not null default 14
    check (renewal_give_up_days between 3 and 30),
  -- Days of access while a payment fails.
  renewal_grace_days integer not null default 3 check (renewal_grace_days between 0 and 7),
  -- The effect of a dispute on the order's time until the bank decides.
  dispute_opening text not null default 'freeze'
    check (dispute_opening in ('freeze', 'revoke', 'leave')),
  -- Payments up to this amount are refunded automatically on a fraud warning. 0: never.
  fraud_refund_dollars integer not null default 0
    check (fraud_refund_dollars between 0 and 1000000),
  -- Limits for refunds by support members: per order, and days since the payment.
  support_refund_dollars integer not null default 50
    check (support_refund_dollars between 0 and 1000000),
  support_refund_days integer not null default 14
    check (support_refund_days between 0 and 3650),
  -- Per support member in 24 hours.
  support_daily_refund_dollars integer not null default 200
    check (support_daily_refund_dollars between 0 and 1000000),
  -- The days that a support member may give in 24 hours.
  support_time_days integer not null default 7
    check (support_time_days between 0 and 365),
  -- The longest pause in days. 0: customers cannot pause.
  pause_days integer not null default 0 check (pause_days between 0 and 30),
  -- Limits for customers who release a device themselves: days between two releases, and releases
  -- per month.
  release_days integer not null default 7 check (release_days between 0 and 365),
  releases_a_month integer not null default 2 check (releases_a_month between 1 and 30),
  -- Infractions at which a customer cannot play. 0: never.
  suspend_infractions integer not null default 3 check (suspend_infractions between 0 and 100),
  -- Devices per day that may use one copy without an alert to staff.
  share_devices integer not null default 5 check (share_devices between 1 and 1000),
  -- The interval of heartbeats of a running loader.
  beat_seconds integer not null default 60 check (beat_seconds between 60 and 300),
  -- A shorter heartbeat interval takes effect after one more heartbeat at the former interval.
  former_beat_seconds integer,
  former_beats_until timestamptz,
  -- The oldest loader version that may run. Empty: any.
  loader_minimum text not null default '' check (length(loader_minimum) <= 40),
  -- Months after which log entries are deleted. Null: never.
  log_months integer check (log_months between 1 and 600),
  -- The time of the daily backup, in UTC. Null: no backups.
  backup_at text check (backup_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  backup_keep integer not null default 7 check (backup_keep between 1 and 365),
  -- Since when daily backups are on. None is overdue before that. Set by a trigger.
  backup_since timestamptz,
  revision integer not null default 1,
  updated_at timestamptz not null default now()
);
create trigger settings_changed after update on settings
  for each statement execute function notify_changed('settings');
-- Confirming a choice without changing it does not affect what others edit.
create trigger settings_revision before update on settings for each row execute function
  next_revision('revision', 'updated_at', 'opened_at', 'shop_name', 'currency_chosen_at',
                'tax_chosen_at', 'renewing_chosen_at');
insert into settings default values;
-- More triggers: count_naming() in 06-site.sql, renewals_follow_lead() in 13-renewals.sql.

create function settings_backup_since() returns trigger language plpgsql as $$
begin
  if new.backup_at is null then
    new.backup_since := null;
  elsif old.backup_at is null then
    new.backup_since := now();
  end if;
  return new;
end $$;
create trigger settings_backup_since before update of backup_at on settings
  for each row execute function settings_backup_since();

-- Links that make their holder the first administrator. Each belongs to the process that printed it
-- and renews it, so that several processes do not invalidate each other's links.
create table setup_links (
  token_hash bytea primary key,
  expires_at timestamptz not null
);

-- The state of each external service: its last success, its last failure with the reason, and the
-- number of requests with forged signatures.
create table services (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text,
  forged integer not null default 0,
  forged_at timestamptz,
  -- An API key that lacks a permission fails some calls only. The failure ends when a test of the
  -- whole service succeeds, not when another call does.
  needs_check boolean not null default false
);

-- API keys of external services that were entered in the back-office, under the names of their
-- environment variables, sealed with a key that is not in this database. `shown` may be displayed:
-- the end of a secret, or all of a value that is not secret.
create table service_keys (
  name text primary key,
  sealed bytea not null,
  key_id text not null,
  shown text not null,
  set_by text not null,
  set_at timestamptz not null default now()
);
create trigger service_keys_changed after insert or update or delete or truncate on service_keys
  for each statement execute function notify_changed('services');

-- API keys that an administrator is testing, if the test ends later with a code or a webhook at any
-- process. One per service, sealed like `service_keys`.
create table service_trials (
  service text primary key,
  id uuid not null default gen_random_uuid(),
  sealed bytea not null,
  key_id text not null,
  -- The hash of the expected code, or the id of the expected webhook.
  expects text not null,
  guesses integer not null default 0,
  heard_at timestamptz,
  -- The webhook arrived, signed with another secret.
  missigned_at timestamptz,
  expires_at timestamptz not null
);

-- Failing items of /admin/health, as of the last check. The sidebar counts them, and administrators
-- are notified of them by mail. `since` is null while an item does not fail.
create table problems (
  key text primary key,
  since timestamptz,
  told_at timestamptz
);

-- Backups, and failed attempts with their error.
create table backups (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default now(),
  name text,
  -- The destination, without credentials.
  place text not null,
  encrypted boolean not null,
  bytes bigint,
  took_ms integer not null,
  error text,
  check ((name is null) = (error is not null))
);
create index backups_made on backups (made_at) where error is null;
