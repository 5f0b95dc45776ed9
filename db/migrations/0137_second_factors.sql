-- A user's second factor: the secret that their authenticator app has as well, sealed with a key that
-- is not in this database.
create table second_factors (
  user_id bigint primary key references users on delete cascade,
  sealed bytea not null,
  key_id text not null,
  -- Of the last code that was taken: that code, and those before it, are not taken again.
  last_step bigint not null,
  turned_on_at timestamptz not null default now()
);

-- A secret that was shown, and that no code has confirmed yet.
create table factor_trials (
  user_id bigint primary key references users on delete cascade,
  sealed bytea not null,
  key_id text not null,
  expires_at timestamptz not null
);
create index factor_trials_expiry on factor_trials (expires_at);

-- What is left of a user's recovery codes, each good once in place of a code.
create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
