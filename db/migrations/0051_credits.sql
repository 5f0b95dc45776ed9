-- Time that is credited after an incident, or by hand, to many at once: docs/decisions/fair-time.md.

create table credit_batches (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  -- Null: staff have made it by hand, of one product and so many seconds for everybody.
  incident_id bigint references incidents,
  product_id bigint references products,
  seconds bigint check (seconds > 0),
  -- For the customers, in their mail.
  note text not null default '' check (length(note) <= 1000),
  state text not null default 'draft' check (state in
    ('draft', 'previewed', 'confirmed', 'applying', 'applied', 'undoing', 'undone', 'dropped')),
  -- What the preview has found, as it was shown.
  effects jsonb,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  previewed_at timestamptz,
  confirmed_by bigint references users,
  confirmed_at timestamptz,
  applied_at timestamptz,
  undone_by bigint references users,
  undone_at timestamptz,
  check (num_nulls(product_id, seconds) in (0, 2)),
  check ((incident_id is null) = (product_id is not null))
);
-- An incident is credited once.
create unique index credit_batches_incident on credit_batches (incident_id) where state <> 'dropped';
create index credit_batches_of_incident on credit_batches (incident_id);
create index credit_batches_product on credit_batches (product_id);
create index credit_batches_created_by on credit_batches (created_by);
create index credit_batches_confirmed_by on credit_batches (confirmed_by);
create index credit_batches_undone_by on credit_batches (undone_by);

-- What a batch gives to each run of time.
create table time_credits (
  id bigint generated always as identity primary key,
  batch_id bigint not null references credit_batches,
  subscription_id bigint not null references subscriptions,
  user_id bigint not null references users,
  product_id bigint not null references products,
  seconds bigint not null check (seconds > 0),
  state text not null check (state in ('planned', 'left_out', 'given', 'undone')),
  why text check (why in ('deleted', 'banned', 'disputed', 'lifetime', 'credited')),
  -- Seconds that undoing has taken back.
  taken_back bigint not null default 0 check (taken_back between 0 and seconds),
  check ((state = 'left_out') = (why is not null)),
  unique (batch_id, subscription_id)
);
create index time_credits_state on time_credits (batch_id, state, id);
create index time_credits_user on time_credits (user_id, batch_id);
create index time_credits_subscription on time_credits (subscription_id);
create index time_credits_product on time_credits (product_id);

-- Of which stretches of time a credit is. Of a run none is credited twice.
create table credit_ranges (
  credit_id bigint not null references time_credits on delete cascade,
  subscription_id bigint not null references subscriptions,
  during tstzrange not null check (not isempty(during)),
  -- It was given, and not taken back.
  active boolean not null default false,
  primary key (credit_id, during),
  exclude using gist (int8range(subscription_id, subscription_id, '[]') with &&, during with &&)
    where (active)
);
create index credit_ranges_subscription on credit_ranges (subscription_id) where active;
create index credit_ranges_run on credit_ranges (subscription_id);

alter table time_entries
  add column credit_id bigint references time_credits,
  drop constraint time_entries_cause_check,
  drop constraint time_entries_check2,
  add constraint time_entries_cause_check check (cause in ('purchase', 'grant', 'grant_back', 'reward',
    'compensation', 'revocation', 'refund', 'grace', 'grace_back', 'freeze', 'unfreeze', 'credit',
    'credit_back')) not valid,
  add constraint time_entries_check2
    check ((cause in ('revocation', 'refund', 'grace_back', 'grant_back', 'freeze', 'credit_back'))
      = (seconds < 0)) not valid,
  add constraint time_entries_check4
    check ((cause in ('credit', 'credit_back')) = (credit_id is not null)) not valid;
-- A credit is given once and taken back once, whoever tries it again.
create unique index time_entries_credit on time_entries (credit_id, cause) where credit_id is not null;
