-- A customer's own time may rest for a while: docs/decisions/fair-time.md.
alter table settings
  -- The longest that a pause may take, in days; 0: there are none.
  add column pause_days integer not null default 0 check (pause_days between 0 and 30);

-- From its first moment on the run ends later by all of it, so that nothing has to happen at its end;
-- what was not used of one that ends sooner goes back.
create table pauses (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references subscriptions,
  user_id bigint not null references users,
  product_id bigint not null references products,
  since timestamptz not null,
  until timestamptz not null check (until > since),
  -- Null while it goes on, or when it is over and nobody has been told.
  ended_at timestamptz check (ended_at between since and until),
  -- The member of staff who ended it, when one did, and why.
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

alter table time_entries
  add column pause_id bigint references pauses,
  drop constraint time_entries_cause_check,
  drop constraint time_entries_check2,
  add constraint time_entries_cause_check check (cause in ('purchase', 'grant', 'grant_back', 'reward',
    'compensation', 'revocation', 'refund', 'grace', 'grace_back', 'freeze', 'unfreeze', 'credit',
    'credit_back', 'pause', 'pause_back')) not valid,
  add constraint time_entries_check2
    check ((cause in ('revocation', 'refund', 'grace_back', 'grant_back', 'freeze', 'credit_back',
      'pause_back')) = (seconds < 0)) not valid,
  add constraint time_entries_check5
    check ((cause in ('pause', 'pause_back')) = (pause_id is not null)) not valid;
-- A pause is added once and shortened once.
create unique index time_entries_pause on time_entries (pause_id, cause) where pause_id is not null;

-- Ends a pause, whose customer is locked: the whole seconds that it did not take go back. Answers
-- how many; null when it was over already.
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

-- Where all that was kept is taken, refunded or disputed, nothing is left to pause.
create function pauses_end_with_time() returns trigger language plpgsql as $$
begin
  perform end_pause(id, null, '') from pauses
    where subscription_id = new.id and ended_at is null and until >= new.ends_at;
  return null;
end $$;
create trigger pauses_end_with_time after update of ends_at on subscriptions
  for each row when (new.ends_at < old.ends_at) execute function pauses_end_with_time();
