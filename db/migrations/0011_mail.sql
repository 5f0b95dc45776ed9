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
