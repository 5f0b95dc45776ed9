-- Mail: what was sent, to whom nothing may be sent, and campaigns.

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
create index mails_resent_by on mails (resent_by) where resent_by is not null;

-- Addresses that get no campaign. What tells somebody of their own account goes on.
create table mail_suppressions (
  email text primary key check (email = lower(email) and length(email) between 3 and 254),
  reason text not null check (reason in ('unsubscribed', 'bounced', 'complained', 'staff')),
  created_at timestamptz not null default now()
);
create index mail_suppressions_created on mail_suppressions (created_at desc, email);
create index mail_suppressions_text on mail_suppressions using gin (email gin_trgm_ops);

-- A wish is a person's: it goes with them to a new address, and with their account when that goes.
create function mail_suppressions_follow() returns trigger language plpgsql as $$
begin
  if new.deleted_at is null then
    insert into mail_suppressions (email, reason, created_at)
    select lower(new.email), reason, created_at from mail_suppressions
     where email = lower(old.email) and reason in ('unsubscribed', 'complained')
    on conflict do nothing;
  else
    delete from mail_suppressions where email = lower(old.email);
  end if;
  return null;
end $$;
create trigger mail_suppressions_follow after update of email on users
  for each row when (lower(old.email) <> lower(new.email)) execute function mail_suppressions_follow();

create table campaigns (
  id bigint generated always as identity primary key,
  -- Made by the page that composed it: pressing twice, or again after a lost answer, starts one.
  key uuid not null unique default gen_random_uuid(),
  subject text not null check (length(subject) between 1 and 200),
  content text not null check (length(content) between 1 and 100000),
  recipient_group text not null,
  status text not null default 'running' check (status in ('running', 'paused', 'cancelled', 'finished')),
  created_by bigint references users,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Who sends it now, and until when without a sign of life nobody else may.
  sender uuid,
  sender_until timestamptz,
  check ((status in ('cancelled', 'finished')) = (finished_at is not null))
);
create index campaigns_creator on campaigns (created_by) where created_by is not null;

-- Who gets it, settled at the start. `sending` is committed before the mail server hears of it; one
-- that nobody settles afterwards becomes `unknown`, and nobody sends it again by themselves.
create table campaign_recipients (
  campaign_id bigint not null references campaigns on delete cascade,
  user_id bigint not null references users,
  status text not null default 'queued' check (status in
    ('queued', 'sending', 'sent', 'failed', 'unknown', 'skipped', 'cancelled')),
  attempts smallint not null default 0,
  -- Why it failed, was put off or skipped.
  error text,
  -- When it may be tried, while queued.
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (campaign_id, user_id)
);
create index campaign_recipients_due on campaign_recipients (campaign_id, due_at, user_id)
  where status = 'queued';
create index campaign_recipients_status on campaign_recipients (campaign_id, status, user_id);
create index campaign_recipients_user on campaign_recipients (user_id);

-- How many recipients are in which state: a progress bar asks every second.
create table campaign_counts (
  campaign_id bigint not null references campaigns on delete cascade,
  status text not null,
  count bigint not null,
  primary key (campaign_id, status)
);

create function campaign_recipients_added() returns trigger language plpgsql as $$
begin
  insert into campaign_counts (campaign_id, status, count)
  select campaign_id, status, count(*) from added group by 1, 2 order by 1, 2
  on conflict (campaign_id, status) do update set count = campaign_counts.count + excluded.count;
  return null;
end $$;
create trigger campaign_recipients_added after insert on campaign_recipients
  referencing new table as added for each statement execute function campaign_recipients_added();

create function campaign_recipients_moved() returns trigger language plpgsql as $$
begin
  -- In one order, so that two that meet wait for each other and do not lock.
  insert into campaign_counts (campaign_id, status, count)
  select campaign_id, status, sum(by) from (
    select campaign_id, status, 1 as by from after_move
    union all
    select campaign_id, status, -1 from before_move) moves
  group by 1, 2 having sum(by) <> 0 order by 1, 2
  on conflict (campaign_id, status) do update set count = campaign_counts.count + excluded.count;
  return null;
end $$;
create trigger campaign_recipients_moved after update on campaign_recipients
  referencing old table as before_move new table as after_move
  for each statement execute function campaign_recipients_moved();

-- When the next campaign mail may go, over all campaigns and processes.
create table campaign_pace (
  only_row boolean primary key default true check (only_row),
  free_at timestamptz not null default now()
);
insert into campaign_pace default values;
