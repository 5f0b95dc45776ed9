-- The whole product's schema. Money is integer cents, lengths of time are seconds.

-- Settings -----------------------------------------------------------------------------------

-- Keys that all processes on this database share and nobody configures.
create table secrets (
  name text primary key,
  value bytea not null
);

create table settings (
  only_row boolean primary key default true check (only_row),
  maintenance_mode boolean not null default false,
  registration_disabled boolean not null default false,
  registration_by_referral boolean not null default false,
  referral_code_uses integer not null default 0 check (referral_code_uses between 0 and 100),
  updated_at timestamptz not null default now()
);
insert into settings default values;

-- Accounts -----------------------------------------------------------------------------------

create table users (
  id bigint generated always as identity primary key,
  username text not null check (username ~ '^[A-Za-z0-9_.-]{3,32}$'),
  email text not null check (length(email) between 3 and 254),
  -- Null until an invited user sets one, and after deletion.
  password_hash text,
  admin boolean not null default false,
  support boolean not null default false,
  banned boolean not null default false,
  verified_at timestamptz,
  referral_code text unique check (referral_code ~ '^[A-Z0-9]{4,20}$'),
  referred_by bigint references users,
  stripe_customer_id text unique,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  -- A deleted user keeps the row that orders refer to, and nothing that names the person.
  deleted_at timestamptz,
  check (not (admin and support)),
  check (referred_by <> id)
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));
create index users_created on users (created_at desc, id desc);
create index users_referred_by on users (referred_by, created_at) where referred_by is not null;
create index users_staff on users (id) where admin or support;

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash bytea not null unique,
  address inet,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Links sent by mail: single use, only their hash is kept.
create table mailed_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset', 'invite')),
  -- Where it went: a link proves nothing about an address that replaced it.
  email text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_tokens_user on mailed_tokens (user_id, purpose, created_at desc);
create index mailed_tokens_expiry on mailed_tokens (expires_at);

-- What may be mailed again only after a pause, by a hash of its kind and address.
create table mail_pauses (
  key bytea primary key,
  ends_at timestamptz not null
);
create index mail_pauses_end on mail_pauses (ends_at);

-- A sign-up that named somebody else's address. It holds its username and password as a real one
-- would, so that nobody learns from the difference which addresses have accounts.
create table held_signups (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  expires_at timestamptz not null
);
create unique index held_signups_username on held_signups (lower(username));
create index held_signups_email on held_signups (lower(email), id);
create index held_signups_expiry on held_signups (expires_at);

-- Attempts to sign in that have not succeeded, by a hash of the name that was typed, known or not.
create table login_failures (
  id bigint generated always as identity primary key,
  name_hash bytea not null,
  -- The address, or the fingerprint of a browser that the user has signed in from.
  source text not null,
  known_browser boolean not null,
  failed_at timestamptz not null default now()
);
create index login_failures_name on login_failures (name_hash, failed_at);
create index login_failures_time on login_failures (failed_at);

-- Browsers that a user has signed in from: a new one can be told by mail, and guessing elsewhere
-- does not lock a known one out.
create table known_browsers (
  user_id bigint not null references users on delete cascade,
  fingerprint bytea not null,
  first_seen_at timestamptz not null default now(),
  primary key (user_id, fingerprint)
);

create table spent_captchas (
  nonce text primary key,
  expires_at timestamptz not null
);
create index spent_captchas_expiry on spent_captchas (expires_at);

-- Machines the loader runs on: one at a time, reset by staff.
create table devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  hwid_hash bytea not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  released_at timestamptz
);
create unique index devices_current on devices (user_id) where released_at is null;

create table infractions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  type text not null,
  reason text not null,
  details jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- A reset keeps the history and takes the entry out of the count.
  cleared_at timestamptz
);
create index infractions_user on infractions (user_id, created_at desc);

create table discord_links (
  user_id bigint primary key references users on delete cascade,
  discord_id text not null unique,
  username text not null,
  linked_at timestamptz not null default now()
);

-- What the guild is known to hold, compared with what subscriptions say it should.
create table discord_roles (
  user_id bigint not null references users on delete cascade,
  discord_id text not null,
  role_id text not null,
  state text not null check (state in ('pending', 'given', 'left_server', 'forbidden', 'failed')),
  -- Why, for staff; empty when there is nothing to say.
  detail text not null default '',
  checked_at timestamptz not null default now(),
  primary key (discord_id, role_id)
);
create index discord_roles_user on discord_roles (user_id);

-- Catalogue ----------------------------------------------------------------------------------

create table images (
  id bigint generated always as identity primary key,
  hash text not null unique check (hash ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- The widths it is stored in, ascending.
  widths integer[] not null check (cardinality(widths) > 0),
  created_at timestamptz not null default now()
);

create table games (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 50000),
  price_cents integer not null check (price_cents between 0 and 1000000),
  image_id bigint references images,
  hidden boolean not null default false,
  disabled boolean not null default false,
  discord_role_id text,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index games_listed on games (position, id) where not hidden;

create table discounts (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9_-]{1,40}$'),
  game_id bigint not null references games on delete cascade,
  -- 0 a fixed amount in cents, 1 a percentage.
  type smallint not null check (type in (0, 1)),
  amount integer not null check (amount >= 0 and (type = 0 or amount <= 100)),
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '30 days',
  -- 0 means unlimited.
  max_uses integer not null default 0 check (max_uses >= 0),
  used_count integer not null default 0 check (used_count >= 0),
  created_at timestamptz not null default now(),
  constraint discounts_uses_held check (max_uses = 0 or used_count <= max_uses),
  check (ends_at > starts_at)
);
create index discounts_game on discounts (game_id, id);

-- Orders and payments ------------------------------------------------------------------------

create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users,
  type text not null check (type in ('card', 'crypto', 'free')),
  payment_status text not null default 'waiting' check (payment_status in
    ('waiting', 'confirming', 'partially_paid', 'finished', 'expired', 'failed', 'refunded', 'disputed')),
  total_cents integer not null check (total_cents >= 0),
  -- The card subscription that renews this order, and the order that it renews.
  stripe_subscription_id text,
  autorenew boolean not null default false,
  renews_order_id uuid references orders,
  -- When the renewal of this order is due, of the latest order of a card subscription.
  renews_at timestamptz,
  created_at timestamptz not null default now(),
  -- Codes are given back after this unless money is on its way.
  expires_at timestamptz,
  -- Money came after the order had expired.
  paid_late boolean not null default false,
  paid_at timestamptz,
  updated_at timestamptz not null default now()
);
create index orders_user on orders (user_id, created_at desc);
create index orders_created on orders (created_at desc, id);
create index orders_status on orders (payment_status, created_at desc);
create index orders_unsettled on orders (created_at) where payment_status in ('waiting', 'confirming', 'partially_paid');
create index orders_renewing on orders (renews_at) where autorenew;
create index orders_subscription on orders (stripe_subscription_id) where stripe_subscription_id is not null;

-- Finished goes on only to refunded or disputed; a won dispute or a refund ends it.
create function orders_status_forward() returns trigger language plpgsql as $$
begin
  if old.payment_status = 'finished' and new.payment_status not in ('finished', 'refunded', 'disputed')
     or old.payment_status = 'refunded' and new.payment_status <> 'refunded'
     or old.payment_status = 'disputed' and new.payment_status not in ('disputed', 'finished', 'refunded')
  then
    raise exception 'order % cannot go from % to %', old.id, old.payment_status, new.payment_status
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger orders_status_forward before update of payment_status on orders
  for each row execute function orders_status_forward();

create table order_items (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  game_id bigint not null references games,
  game_name text not null,
  months smallint not null check (months in (1, 3, 6, 12)),
  list_cents integer not null check (list_cents >= 0),
  discount_code text,
  discount_cents integer not null default 0 check (discount_cents between 0 and list_cents),
  price_cents integer generated always as (list_cents - discount_cents) stored,
  unique (order_id, game_id)
);
create index order_items_game on order_items (game_id);

-- One use of a code by one order item; given back when the order comes to nothing.
create table discount_uses (
  order_item_id bigint primary key references order_items on delete cascade,
  discount_id bigint not null references discounts on delete cascade,
  taken_at timestamptz not null default now(),
  returned_at timestamptz
);
create index discount_uses_discount on discount_uses (discount_id);

-- The count that max_uses guards follows the uses themselves.
create function discount_uses_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update discounts set used_count = used_count + 1 where id = new.discount_id;
  elsif old.returned_at is null and new.returned_at is not null then
    update discounts set used_count = used_count - 1 where id = new.discount_id;
  elsif old.returned_at is not null and new.returned_at is null then
    update discounts set used_count = used_count + 1 where id = new.discount_id;
  end if;
  return new;
end $$;
create trigger discount_uses_count after insert or update of returned_at on discount_uses
  for each row execute function discount_uses_count();

-- One attempt to pay an order at a provider.
create table payments (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  provider text not null check (provider in ('stripe', 'nowpayments', 'btcpay')),
  -- Stripe: the checkout session, or the invoice of a renewal. NOWPayments: the payment id.
  provider_id text not null,
  -- Stripe: the payment intent, which refunds and disputes name. NOWPayments: the purchase id.
  provider_reference text,
  status text not null,
  amount_cents integer not null check (amount_cents >= 0),
  pay_address text,
  pay_extra_id text,
  pay_network text,
  pay_amount numeric,
  pay_currency text,
  actually_paid numeric,
  client_secret text,
  expires_at timestamptz,
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index payments_order on payments (order_id, id desc);
create index payments_reference on payments (provider, provider_reference) where provider_reference is not null;

create table payment_events (
  id bigint generated always as identity primary key,
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  worked_at timestamptz,
  error text,
  unique (provider, event_id)
);
create index payment_events_unworked on payment_events (received_at) where worked_at is null;

-- Subscriptions: an append-only ledger of seconds --------------------------------------------

-- One run of time without a gap. Buying after its end starts another.
create table subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  game_id bigint not null references games,
  created_at timestamptz not null default now(),
  -- Seconds: the sum of the run's entries, kept by a trigger.
  term_length bigint not null default 0 check (term_length >= 0),
  ends_at timestamptz not null default now()
);
create index subscriptions_user on subscriptions (user_id, game_id, created_at desc);
create index subscriptions_active on subscriptions (game_id, ends_at);
create index subscriptions_ending on subscriptions (ends_at);

-- What a customer was told of a run's end: each notice once, and anew when the end has moved.
create table subscription_notices (
  subscription_id bigint not null references subscriptions on delete cascade,
  -- 7, 3 or 1 day ahead; 0 says that it has ended.
  days smallint not null check (days in (7, 3, 1, 0)),
  ends_at timestamptz not null,
  primary key (subscription_id, days)
);

create table time_entries (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions,
  seconds bigint not null check (seconds <> 0),
  cause text not null check (cause in ('purchase', 'grant', 'reward', 'compensation', 'revocation', 'refund')),
  order_item_id bigint references order_items,
  -- The staff member who did it, when one did.
  actor_id bigint references users,
  note text,
  created_at timestamptz not null default now(),
  check (cause not in ('purchase', 'refund') or order_item_id is not null),
  check (cause in ('purchase', 'refund', 'compensation') or order_item_id is null),
  check ((cause in ('revocation', 'refund')) = (seconds < 0))
);
-- A purchase is granted once. Of an item's later entries none is more than what it then holds.
create unique index time_entries_once on time_entries (order_item_id) where cause = 'purchase';
create index time_entries_item on time_entries (order_item_id) where order_item_id is not null;
create index time_entries_subscription on time_entries (subscription_id, id);

create function time_entries_sum() returns trigger language plpgsql as $$
begin
  update subscriptions
     set term_length = term_length + new.seconds,
         ends_at = created_at + make_interval(secs => term_length + new.seconds)
   where id = new.subscription_id;
  return new;
end $$;
create trigger time_entries_sum after insert on time_entries
  for each row execute function time_entries_sum();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger time_entries_append_only before update or delete on time_entries
  for each row execute function refuse_change();

-- Referrals ----------------------------------------------------------------------------------

create table referral_rewards (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  redeemed_at timestamptz,
  time_entry_id bigint unique references time_entries,
  taken_back_at timestamptz,
  check (redeemed_at is null or taken_back_at is null)
);
create index referral_rewards_user on referral_rewards (user_id);

-- The first paid order of a referred customer counts once for the referrer.
create table referral_conversions (
  referred_id bigint primary key references users,
  referrer_id bigint not null references users,
  order_id uuid not null references orders,
  counted_at timestamptz not null default now(),
  reversed_at timestamptz
);
create index referral_conversions_referrer on referral_conversions (referrer_id);

-- Loader -------------------------------------------------------------------------------------

create table loader_releases (
  id bigint generated always as identity primary key,
  version text not null unique check (version ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$'),
  storage_key text not null,
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  notes text not null default '',
  current boolean not null default false,
  created_by bigint references users,
  created_at timestamptz not null default now()
);
create unique index loader_releases_current on loader_releases (current) where current;

create table loader_builds (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users,
  release_id bigint not null references loader_releases,
  status text not null default 'building' check (status in ('building', 'ready', 'failed')),
  storage_key text,
  size bigint,
  sha256 text,
  error text,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  check (status <> 'ready' or (storage_key is not null and size is not null and sha256 is not null))
);
create unique index loader_builds_one_at_a_time on loader_builds (user_id) where status = 'building';
create index loader_builds_user on loader_builds (user_id, requested_at desc);
create index loader_builds_recent on loader_builds (requested_at desc);

-- Support ------------------------------------------------------------------------------------

create table tickets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) between 1 and 10000),
  category text not null check (category in
    ('Technical', 'Billing', 'Account', 'General', 'Bug Report', 'Feature Request')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed')),
  assigned_to bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tickets_user on tickets (user_id, updated_at desc);
create index tickets_status on tickets (status, updated_at desc);
create index tickets_assigned on tickets (assigned_to, updated_at desc) where assigned_to is not null;

create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  user_id bigint not null references users,
  content text not null check (length(content) between 1 and 10000),
  created_at timestamptz not null default now()
);
create index ticket_messages_ticket on ticket_messages (ticket_id, id);

-- Blog and status ----------------------------------------------------------------------------

create table blog_posts (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) <= 200000),
  author text not null check (length(author) between 1 and 80),
  image_id bigint references images,
  -- Null is a draft; in the future, scheduled.
  published_at timestamptz default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_published on blog_posts (published_at desc, id desc) where published_at is not null;

create table module_statuses (
  repo text primary key check (length(repo) between 1 and 100),
  version text not null check (length(version) between 1 and 60),
  status text not null check (status in ('operational', 'updating', 'maintenance', 'offline')),
  position integer not null default 0,
  last_updated timestamptz not null default now()
);

create table api_keys (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash bytea not null unique,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Mail ---------------------------------------------------------------------------------------

-- Every mail that the shop sends, written in the transaction that causes it.
create table mails (
  id bigint generated always as identity primary key,
  user_id bigint references users on delete set null,
  recipient text not null,
  template text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  headers jsonb not null default '{}',
  -- What it tells of (ids), so that it can be written anew: what was sent is not kept.
  about jsonb not null default '{}',
  -- The name of a mail that must not be sent twice.
  once text unique,
  -- A mail that staff sent again, and who did.
  resend_of bigint references mails on delete set null,
  resent_by bigint references users on delete set null,
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_user on mails (user_id, created_at desc);
create index mails_created on mails (created_at desc);
create index mails_status on mails (status, id desc);
create index mails_recipient on mails (lower(recipient) text_pattern_ops);
create index mails_resend_of on mails (resend_of) where resend_of is not null;

create table mail_suppressions (
  email text primary key check (email = lower(email)),
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'staff')),
  created_at timestamptz not null default now()
);

create table campaigns (
  id bigint generated always as identity primary key,
  subject text not null check (length(subject) between 1 and 200),
  content text not null check (length(content) between 1 and 100000),
  recipient_group text not null,
  status text not null default 'running' check (status in ('running', 'paused', 'cancelled', 'finished')),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

create table campaign_recipients (
  campaign_id bigint not null references campaigns on delete cascade,
  user_id bigint not null references users,
  email text not null,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed', 'suppressed')),
  attempts smallint not null default 0,
  error text,
  sent_at timestamptz,
  primary key (campaign_id, user_id)
);
create index campaign_recipients_queue on campaign_recipients (campaign_id, status);

-- Logs ---------------------------------------------------------------------------------------

create table logs (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- 0 info, 1 success, 2 warning, 3 error.
  level smallint not null check (level between 0 and 3),
  type text not null check (length(type) between 1 and 60),
  message text not null,
  details jsonb not null default '{}',
  user_id bigint
);
create index logs_created on logs (created_at desc, id desc);
create index logs_user on logs (user_id, id desc) where user_id is not null;
create index logs_type on logs (type, id desc);
create index logs_level on logs (level, id desc);
create trigger logs_append_only before update on logs for each row execute function refuse_change();

-- What is cached says so when it changes -----------------------------------------------------

create function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_argv[0]);
  return null;
end $$;
create trigger games_changed after insert or update or delete or truncate on games
  for each statement execute function notify_changed('catalogue');
create trigger blog_posts_changed after insert or update or delete or truncate on blog_posts
  for each statement execute function notify_changed('blog');
create trigger module_statuses_changed after insert or update or delete or truncate on module_statuses
  for each statement execute function notify_changed('status');
create trigger settings_changed after update on settings
  for each statement execute function notify_changed('settings');
