-- Users, sign-in, second factors, Discord accounts and API keys.

create table users (
  id bigint generated always as identity primary key,
  username text not null check (username ~ '^[A-Za-z0-9_.-]{3,32}$'),
  email text not null check (length(email) between 3 and 254),
  -- Null until an invited user sets one, and after deletion.
  password_hash text,
  admin boolean not null default false,
  support boolean not null default false,
  banned boolean not null default false,
  -- When the user proved to own the email address.
  verified_at timestamptz,
  referral_code text unique check (referral_code ~ '^[A-Z0-9]{4,20}$'),
  referred_by bigint references users,
  stripe_customer_id text unique,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  -- A user of the demo, whose password is public. A real shop does not open while one of them can
  -- sign in.
  demo boolean not null default false,
  revision integer not null default 1,
  -- A deleted user keeps the row, which orders refer to, without personal data.
  deleted_at timestamptz,
  -- The version of the terms that was accepted at the sign-up. Its text is in `legal_versions`.
  terms_version integer check (terms_version > 0),
  terms_accepted_at timestamptz,
  -- The country that the customer last stated at the checkout.
  tax_country text check (tax_country ~ '^[A-Z]{2}$'),
  check (not (admin and support)),
  check (referred_by <> id),
  check (num_nulls(terms_version, terms_accepted_at) in (0, 2))
);
create unique index users_username on users (lower(username));
create unique index users_email on users (lower(email));
create index users_created on users (created_at desc, id desc);
-- The list of users sorted by their last login.
create index users_last_login on users (last_login_at desc nulls last, id desc);
create index users_referred_by on users (referred_by, created_at) where referred_by is not null;
create index users_staff on users (id) where admin or support;
create index users_demo on users (id) where demo;
-- Searches for users by a part of their name or address. Without fastupdate, because every search
-- would read the index's list of pending entries.
create index users_words on users
  using gin (lower(username || ' ' || email) gin_trgm_ops) with (fastupdate = off);
create index users_username_begins on users (lower(username) text_pattern_ops);
-- Deleted accounts whose customer the card provider still has to delete.
create index users_customer_to_forget on users (id)
  where deleted_at is not null and stripe_customer_id is not null;
-- Finds orders by the beginning of the customer's email address.
create index users_email_begins on users (lower(email) text_pattern_ops);
create trigger users_revision before update on users for each row execute function
  next_revision('revision', 'password_hash', 'last_login_at', 'stripe_customer_id', 'referral_code',
    'referred_by', 'demo');
-- More triggers: mail_suppressions_follow() in 05-mail.sql, count_users() in 18-statistics.sql.

create function notify_user_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', 'access ' || new.id);
  return null;
end $$;
create trigger users_access after update of banned, deleted_at on users
  for each row when (old.banned is distinct from new.banned or old.deleted_at is distinct from new.deleted_at)
  execute function notify_user_access();

-- Browser sessions. Only a hash of the token is stored.
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

-- Browsers that a user has signed in from. A sign-in from a new one is announced by mail. Guessing
-- passwords elsewhere does not lock out a known one.
create table known_browsers (
  user_id bigint not null references users on delete cascade,
  fingerprint bytea not null,
  first_seen_at timestamptz not null default now(),
  -- When its cookie was last renewed. The row is deleted when the cookie has expired.
  last_seen_at timestamptz not null default now(),
  primary key (user_id, fingerprint)
);
create index known_browsers_seen on known_browsers (last_seen_at);

-- Failed sign-ins, by a hash of the entered name, whether an account has it or not.
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

-- Sign-ups with an email address that an account already has. A row reserves its username and
-- password like an account, so that the response does not reveal which addresses have accounts.
-- Each has its own link, which creates exactly the account that its sender asked for.
create table held_signups (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  referred_by bigint references users on delete set null,
  expires_at timestamptz not null,
  terms_version integer check (terms_version > 0),
  terms_accepted_at timestamptz,
  check (num_nulls(terms_version, terms_accepted_at) in (0, 2))
);
create unique index held_signups_username on held_signups (lower(username));
create index held_signups_email on held_signups (lower(email), id);
create index held_signups_expiry on held_signups (expires_at);
create index held_signups_referred_by on held_signups (referred_by) where referred_by is not null;

-- Links sent by mail. Each works once, and only its hash is stored.
create table mailed_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset', 'invite')),
  held_signup_id bigint references held_signups on delete cascade,
  -- The address that it was sent to. It proves nothing about a later address.
  email text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_tokens_user on mailed_tokens (user_id, purpose, created_at desc);
create index mailed_tokens_expiry on mailed_tokens (expires_at);
create index mailed_tokens_held on mailed_tokens (held_signup_id) where held_signup_id is not null;

-- Solved challenges, each of which works once.
create table spent_captchas (
  nonce text primary key,
  expires_at timestamptz not null
);
create index spent_captchas_expiry on spent_captchas (expires_at);

-- The secret of a user's authenticator app, sealed with a key that is not in this database.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  sealed bytea not null,
  key_id text not null,
  -- The time step of the last accepted code. That code and earlier ones are refused.
  last_step bigint not null,
  turned_on_at timestamptz not null default now()
);

-- A secret that was displayed and that no code has confirmed yet.
create table factor_trials (
  user_id bigint primary key references users on delete cascade,
  sealed bytea not null,
  key_id text not null,
  expires_at timestamptz not null
);
create index factor_trials_expiry on factor_trials (expires_at);

-- Unused recovery codes. Each works once instead of a code.
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- The Discord account that is linked now.
create table discord_links (
  user_id bigint primary key references users on delete cascade,
  discord_id text not null unique,
  username text not null,
  linked_at timestamptz not null default now()
);
create index discord_links_username on discord_links using gin (lower(username) gin_trgm_ops)
  with (fastupdate = off);

-- Every Discord account that a user has ever linked. Referrals use it to recognise a person.
create table discord_accounts (
  user_id bigint not null references users on delete cascade,
  discord_id text not null,
  primary key (user_id, discord_id)
);

create function discord_links_remember() returns trigger language plpgsql as $$
begin
  insert into discord_accounts values (new.user_id, new.discord_id) on conflict do nothing;
  return null;
end $$;
create trigger discord_links_remember after insert or update of discord_id on discord_links
  for each row execute function discord_links_remember();

-- The known state of each Discord role, compared with the subscriptions.
create table discord_roles (
  user_id bigint not null references users on delete cascade,
  discord_id text not null,
  role_id text not null,
  state text not null check (state in ('pending', 'given', 'left_server', 'forbidden', 'failed')),
  -- The reason, for staff.
  detail text not null default '',
  checked_at timestamptz not null default now(),
  primary key (discord_id, role_id)
);
create index discord_roles_user on discord_roles (user_id);

-- API keys of pipelines. Only a hash is stored.
create table api_keys (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 60),
  key_hash bytea not null unique,
  created_by bigint references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  scopes text[] not null default '{report_status}'
    check (cardinality(scopes) > 0
    and scopes <@ array['report_status', 'upload_releases', 'promote_releases'])
);
create index api_keys_creator on api_keys (created_by) where created_by is not null;
