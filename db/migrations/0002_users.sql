-- Users, their sessions and machines.

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
  -- Of the demo shop, with a password that is published: no real shop opens while one of these works.
  demo boolean not null default false,
  revision integer not null default 1,
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
create index users_demo on users (id) where demo;
-- The search for a user: words within, and how a username begins. A waiting list of the index would
-- have every search read it.
create index users_words on users
  using gin (lower(username || ' ' || email) gin_trgm_ops) with (fastupdate = off);
create index users_username_begins on users (lower(username) text_pattern_ops);
create trigger users_revision before update on users for each row execute function
  next_revision('revision', 'password_hash', 'last_login_at', 'stripe_customer_id', 'referral_code',
    'referred_by', 'demo');

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

-- A sign-up that named somebody else's address. It holds its username and password as a real one
-- would, so that nobody learns from the difference which addresses have accounts. Its link is its own:
-- whoever follows it gets the account that they asked for, and not that of whoever was first.
create table held_signups (
  id bigint generated always as identity primary key,
  username text not null,
  email text not null,
  password_hash text not null,
  referred_by bigint references users on delete set null,
  expires_at timestamptz not null
);
create unique index held_signups_username on held_signups (lower(username));
create index held_signups_email on held_signups (lower(email), id);
create index held_signups_expiry on held_signups (expires_at);
create index held_signups_referred_by on held_signups (referred_by) where referred_by is not null;

-- Links sent by mail: single use, only their hash is kept.
create table mailed_tokens (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset', 'invite')),
  held_signup_id bigint references held_signups on delete cascade,
  -- Where it went: a link proves nothing about an address that replaced it.
  email text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mailed_tokens_user on mailed_tokens (user_id, purpose, created_at desc);
create index mailed_tokens_expiry on mailed_tokens (expires_at);
create index mailed_tokens_held on mailed_tokens (held_signup_id) where held_signup_id is not null;

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
  -- It is forgotten when its cookie has run out.
  last_seen_at timestamptz not null default now(),
  primary key (user_id, fingerprint)
);
create index known_browsers_seen on known_browsers (last_seen_at);

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
