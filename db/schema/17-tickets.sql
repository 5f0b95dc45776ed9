-- Support tickets.

create table tickets (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) between 1 and 10000),
  category text not null check (category in
    ('Technical', 'Billing', 'Account', 'General', 'Bug Report', 'Feature Request')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed')),
  assigned_to bigint references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Since when the customer waits for an answer. Null if support wrote last.
  unanswered_since timestamptz default now(),
  -- The same, while the ticket is open or in progress.
  waiting_since timestamptz generated always as
    (case when status in ('open', 'in_progress') then unanswered_since end) stored,
  revision integer not null default 1,
  -- The order that it was opened from.
  order_id uuid references orders on delete set null
);
create index tickets_user on tickets (user_id, updated_at desc);
create index tickets_updated on tickets (updated_at desc, id desc);
create index tickets_status on tickets (status, updated_at desc, id desc);
create index tickets_category on tickets (category, status, updated_at desc, id desc);
create index tickets_title on tickets using gin (title gin_trgm_ops);
create index tickets_waiting on tickets (waiting_since, updated_at desc, id desc);
create index tickets_assigned on tickets (assigned_to, updated_at desc) where assigned_to is not null;
create index tickets_order on tickets (order_id) where order_id is not null;
-- A generated column has no value yet in a before trigger, so `waiting_since` is listed too.
create trigger tickets_revision before update on tickets for each row execute function
  next_revision('revision', 'updated_at', 'unanswered_since', 'waiting_since');

-- Messages after the first one, which is in `tickets`.
create table ticket_messages (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  user_id bigint not null references users,
  content text not null check (length(content) between 1 and 10000),
  created_at timestamptz not null default now()
);
create index ticket_messages_ticket on ticket_messages (ticket_id, id);
create index ticket_messages_user on ticket_messages (user_id);

-- Notes of staff. No query for customers, mails or banks reads them.
create table ticket_notes (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references tickets on delete cascade,
  user_id bigint not null references users,
  content text not null check (length(content) between 1 and 10000),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index ticket_notes_ticket on ticket_notes (ticket_id, id);
create index ticket_notes_user on ticket_notes (user_id);

-- Texts that staff insert into their replies.
create table canned_replies (
  id bigint generated always as identity primary key,
  name text not null unique check (length(name) between 1 and 60),
  -- Null for tickets of all categories.
  category text check (category in
    ('Technical', 'Billing', 'Account', 'General', 'Bug Report', 'Feature Request')),
  content text not null check (length(content) between 1 and 10000),
  revision integer not null default 1
);
create trigger canned_replies_revision before update on canned_replies for each row execute function
  next_revision('revision');
