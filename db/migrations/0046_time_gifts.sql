-- Time that staff give: why, what the customer is told, and what was taken back of it.

alter table settings
  -- What a member of support may give in 24 hours without an administrator.
  add column support_time_days integer not null default 7
    check (support_time_days between 0 and 365);

alter table time_entries
  drop constraint time_entries_cause_check,
  drop constraint time_entries_check2,
  add constraint time_entries_cause_check check (cause in ('purchase', 'grant', 'grant_back', 'reward',
    'compensation', 'revocation', 'refund', 'grace', 'grace_back', 'freeze', 'unfreeze')) not valid,
  add constraint time_entries_check2
    check ((cause in ('revocation', 'refund', 'grace_back', 'grant_back', 'freeze')) = (seconds < 0))
    not valid;

create table time_gifts (
  -- Whoever gives may choose it, so that a second press gives nothing more.
  id uuid primary key default gen_random_uuid(),
  entry_id bigint not null unique references time_entries,
  actor_id bigint not null references users,
  -- For staff, and for the customer, who is mailed it unless it is empty.
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
