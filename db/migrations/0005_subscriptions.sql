-- Subscriptions: an append-only ledger of seconds.

-- One run of time without a gap. Buying after its end starts another.
create table subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  product_id bigint not null references products,
  created_at timestamptz not null default now(),
  -- Seconds: the sum of the run's entries, kept by a trigger.
  term_length bigint not null default 0 check (term_length >= 0),
  ends_at timestamptz not null default now()
);
create index subscriptions_user on subscriptions (user_id, product_id, created_at desc);
create index subscriptions_active on subscriptions (product_id, ends_at);
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
create index time_entries_actor on time_entries (actor_id) where actor_id is not null;
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
create trigger time_entries_append_only before update or delete on time_entries
  for each row execute function refuse_change();
create trigger time_entries_never_truncated before truncate on time_entries
  for each statement execute function refuse_change();
