-- Subscriptions: an append-only ledger of seconds, with pauses, freezes and compensation.

-- A run of time of a product without a gap. A purchase after its end starts another run.
create table subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  product_id bigint not null references products,
  created_at timestamptz not null default now(),
  -- The sum of the run's entries in seconds. A trigger maintains it and `ends_at`.
  term_length bigint not null default 0 check (term_length >= 0),
  ends_at timestamptz not null default now()
);
create index subscriptions_user on subscriptions (user_id, product_id, created_at desc);
create index subscriptions_active on subscriptions (product_id, ends_at);
create index subscriptions_ending on subscriptions (ends_at);
-- Added time does not affect running sessions.
create trigger subscriptions_access after update of ends_at on subscriptions
  for each row when (new.ends_at < old.ends_at) execute function notify_access();
-- More triggers: count_subscriptions() in 18-statistics.sql, renewals_follow_end() in
-- 13-renewals.sql.

-- When the customer's time of a product ends.
create function time_ends_at(of_user bigint, of_product bigint) returns timestamptz
  language sql stable as $$
  select max(ends_at) from subscriptions where user_id = of_user and product_id = of_product
$$;

-- Expiry notices that were sent. Each is sent once per end date.
create table subscription_notices (
  subscription_id bigint not null references subscriptions on delete cascade,
  -- Days before the end. 0: it has ended.
  days smallint not null check (days in (7, 3, 1, 0)),
  ends_at timestamptz not null,
  primary key (subscription_id, days)
);

-- Pauses by customers (docs/decisions/fair-time.md). The run is extended by the whole pause at its
-- start, so that nothing has to happen at its end. If it ends early, the unused part is deducted.
create table pauses (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions,
  user_id bigint not null references users,
  product_id bigint not null references products,
  since timestamptz not null,
  until timestamptz not null check (until > since),
  -- Null while it lasts, and until the customer is notified of its end.
  ended_at timestamptz check (ended_at between since and until),
  -- The staff member who ended it, if one did, and the reason.
  ended_by bigint references users,
  reason text not null default ''
);
create unique index pauses_open on pauses (user_id, product_id) where ended_at is null;
create index pauses_until on pauses (until) where ended_at is null;
create index pauses_subscription on pauses (subscription_id, since);
create index pauses_product on pauses (product_id);
create index pauses_ended_by on pauses (ended_by) where ended_by is not null;
create trigger pauses_access after insert on pauses
  for each row execute function notify_access();

-- Ends a pause and deducts its unused whole seconds. The caller has locked the customer. Returns
-- the seconds, or null if the pause had ended already.
create function end_pause(of_pause bigint, by_staff bigint, why text) returns bigint
  language plpgsql as $$
declare
  back bigint;
  run bigint;
begin
  select greatest(0, ceil(extract(epoch from until - clock_timestamp())))::bigint, subscription_id
    into back, run from pauses where id = of_pause and ended_at is null for update;
  if not found then
    return null;
  end if;
  update pauses
     set ended_at = until - make_interval(secs => back), ended_by = by_staff, reason = why
   where id = of_pause;
  if back > 0 then
    insert into time_entries (subscription_id, seconds, cause, actor_id, pause_id)
    values (run, -back, 'pause_back', by_staff, of_pause);
  end if;
  return back;
end $$;

-- If all remaining time is revoked, refunded or disputed, nothing is left to pause.
create function pauses_end_with_time() returns trigger language plpgsql as $$
begin
  perform end_pause(id, null, '') from pauses
    where subscription_id = new.id and ended_at is null and until >= new.ends_at;
  return null;
end $$;
create trigger pauses_end_with_time after update of ends_at on subscriptions
  for each row when (new.ends_at < old.ends_at) execute function pauses_end_with_time();

-- Freezes: the time of a product stops during an incident whose policy says so
-- (docs/decisions/fair-time.md).
create table stills (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  -- The incident that started it.
  incident_id bigint not null references incidents,
  since timestamptz not null,
  -- From when on access was held. Null: the incident was over before it was known.
  held_at timestamptz,
  ended_at timestamptz check (ended_at >= since),
  -- The end of the incident, as dated by staff.
  counts_until timestamptz check (counts_until >= since),
  -- When all runs were extended by the frozen time.
  given_at timestamptz check (given_at is null or ended_at is not null),
  check ((ended_at is null) = (counts_until is null))
);
create unique index stills_going_on on stills (product_id) where ended_at is null;
create index stills_not_given on stills (product_id) where given_at is null;
create index stills_product on stills (product_id, ended_at);
create index stills_incident on stills (incident_id);
create trigger stills_changed after insert or update or delete or truncate on stills
  for each statement execute function notify_changed('stills');
create trigger stills_seen after insert or update or delete or truncate on stills
  for each statement execute function notify_changed('status');

-- Compensation of many customers at once, for an incident or by hand (docs/decisions/fair-time.md).
create table credit_batches (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 120),
  -- Null: created by hand, for one product and a fixed number of seconds.
  incident_id bigint references incidents,
  product_id bigint references products,
  seconds bigint check (seconds > 0),
  -- For customers, in their mail.
  note text not null default '' check (length(note) <= 1000),
  state text not null default 'draft' check (state in
    ('draft', 'previewing', 'previewed', 'confirmed', 'applying', 'applied', 'undoing', 'undone', 'dropped')),
  -- The result of the preview, as shown.
  effects jsonb,
  created_by bigint not null references users,
  created_at timestamptz not null default now(),
  previewed_at timestamptz,
  confirmed_by bigint references users,
  confirmed_at timestamptz,
  applied_at timestamptz,
  undone_by bigint references users,
  undone_at timestamptz,
  -- The freeze whose time it returns. Such a batch needs no confirmation.
  still_id bigint references stills,
  request_id uuid unique,
  check (still_id is not null or num_nulls(product_id, seconds) in (0, 2)),
  check ((incident_id is null) = (product_id is not null))
);
-- An incident is compensated once.
create unique index credit_batches_incident on credit_batches (incident_id) where state <> 'dropped';
create index credit_batches_of_incident on credit_batches (incident_id);
create index credit_batches_product on credit_batches (product_id);
create index credit_batches_created_by on credit_batches (created_by);
create index credit_batches_confirmed_by on credit_batches (confirmed_by);
create index credit_batches_undone_by on credit_batches (undone_by);
create unique index credit_batches_still on credit_batches (still_id);

-- The credit of each run in a batch.
create table time_credits (
  id bigint generated always as identity primary key,
  batch_id bigint not null references credit_batches,
  subscription_id bigint not null references subscriptions,
  user_id bigint not null references users,
  product_id bigint not null references products,
  seconds bigint not null check (seconds > 0),
  state text not null check (state in ('planned', 'left_out', 'given', 'undone')),
  why text check (why in ('deleted', 'banned', 'disputed', 'lifetime', 'credited', 'taken')),
  -- Seconds deducted when the batch was undone.
  taken_back bigint not null default 0 check (taken_back between 0 and seconds),
  check ((state = 'left_out') = (why is not null)),
  unique (batch_id, subscription_id)
);
create index time_credits_state on time_credits (batch_id, state, id);
create index time_credits_user on time_credits (user_id, batch_id);
create index time_credits_subscription on time_credits (subscription_id);
create index time_credits_product on time_credits (product_id);

-- The downtime that a credit is for. The exclusion constraint prevents compensating a run twice for
-- the same time.
create table credit_ranges (
  credit_id bigint not null references time_credits on delete cascade,
  subscription_id bigint not null references subscriptions,
  during tstzrange not null check (not isempty(during)),
  -- The credit was given and not undone.
  active boolean not null default false,
  primary key (credit_id, during),
  exclude using gist (int8range(subscription_id, subscription_id, '[]') with &&, during with &&)
    where (active)
);
create index credit_ranges_subscription on credit_ranges (subscription_id) where active;
create index credit_ranges_run on credit_ranges (subscription_id);

-- The ledger: every change of a run's time. Entries are never changed. Some causes have a
-- counterpart with negative seconds, such as `grant_back`.
create table time_entries (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions,
  seconds bigint not null check (seconds <> 0),
  cause text not null check (cause in
    ('purchase', 'grant', 'grant_back', 'reward', 'reward_back', 'compensation', 'revocation', 'refund',
    'grace', 'grace_back', 'freeze', 'unfreeze', 'credit', 'credit_back', 'pause', 'pause_back')),
  order_item_id bigint references order_items,
  -- The staff member, if one did it.
  actor_id bigint references users,
  note text,
  created_at timestamptz not null default now(),
  credit_id bigint references time_credits,
  pause_id bigint references pauses,
  -- The purchased item that repaid grace days. If it is refunded, they are owed again.
  repaid_by_item_id bigint references order_items,
  check (cause not in ('purchase', 'refund') or order_item_id is not null),
  check (order_item_id is null
    or cause in ('purchase', 'refund', 'compensation', 'freeze', 'unfreeze')),
  check ((cause in ('revocation', 'refund', 'grace_back', 'grant_back', 'reward_back', 'freeze',
    'credit_back', 'pause_back')) = (seconds < 0)),
  check (cause not in ('freeze', 'unfreeze') or order_item_id is not null),
  check ((cause in ('credit', 'credit_back')) = (credit_id is not null)),
  check ((cause in ('pause', 'pause_back')) = (pause_id is not null))
);
-- A purchase is credited once.
create unique index time_entries_once on time_entries (order_item_id) where cause = 'purchase';
create index time_entries_item on time_entries (order_item_id) where order_item_id is not null;
create index time_entries_actor on time_entries (actor_id) where actor_id is not null;
create index time_entries_subscription on time_entries (subscription_id, id);
-- A credit is given once and undone once.
create unique index time_entries_credit on time_entries (credit_id, cause) where credit_id is not null;
-- A pause is added once and shortened once.
create unique index time_entries_pause on time_entries (pause_id, cause) where pause_id is not null;
create index time_entries_grace on time_entries (subscription_id, seconds)
  where cause in ('grace', 'grace_back');
create index time_entries_repaid_by on time_entries (repaid_by_item_id)
  where repaid_by_item_id is not null;
create trigger time_entries_append_only before update or delete on time_entries
  for each row execute function refuse_change();
create trigger time_entries_never_truncated before truncate on time_entries
  for each statement execute function refuse_change();

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

-- The grace seconds of a product that a customer has not repaid.
create function grace_owed(of_user bigint, of_product bigint) returns bigint
  language sql stable as $$
  select coalesce(sum(seconds), 0)::bigint
    from subscriptions join time_entries on subscription_id = subscriptions.id
   where user_id = of_user and product_id = of_product and cause in ('grace', 'grace_back')
$$;

-- Deducts owed grace time from time that the customer gains. Time returned after a pause, an
-- incident or a dispute is not gained. A lifetime, recognised by its length, is not shortened.
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
    insert into time_entries (subscription_id, seconds, cause, repaid_by_item_id)
    values (new.subscription_id, -repaid, 'grace_back', new.order_item_id);
  end if;
  return null;
end $$;
-- PostgreSQL runs triggers in the order of their names. This one must run after time_entries_sum.
create trigger time_entries_then_repay_grace after insert on time_entries
  for each row when (new.cause in ('purchase', 'grant', 'reward', 'compensation', 'credit')
    and new.seconds < 365000 * 86400::bigint)
  execute function time_entries_repay_grace();

-- Time that staff give to one customer.
create table time_gifts (
  -- The client may choose it, so that a repeated request gives nothing more.
  id uuid primary key default gen_random_uuid(),
  entry_id bigint not null unique references time_entries,
  actor_id bigint not null references users,
  -- The reason is for staff. The note is mailed to the customer unless it is empty.
  reason text not null check (length(reason) <= 300),
  note text not null default '' check (length(note) <= 1000),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by bigint references users,
  undone_entry_id bigint unique references time_entries,
  check (num_nulls(undone_at, undone_by, undone_entry_id) in (0, 3))
);
create index time_gifts_actor on time_gifts (actor_id, created_at);
create index time_gifts_undone_by on time_gifts (undone_by) where undone_by is not null;
