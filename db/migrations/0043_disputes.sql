-- Disputes: docs/decisions/disputes.md.

alter table settings
  -- What happens to a disputed order's time until the bank decides.
  add column dispute_opening text not null default 'freeze'
    check (dispute_opening in ('freeze', 'revoke', 'leave')),
  -- An early fraud warning gives a payment back by itself up to this much; 0: never.
  add column fraud_refund_dollars integer not null default 0
    check (fraud_refund_dollars between 0 and 1000000);

-- Time that is kept while a payment is disputed, and given back when it is won.
alter table time_entries
  drop constraint time_entries_cause_check,
  drop constraint time_entries_check1,
  drop constraint time_entries_check2,
  add constraint time_entries_cause_check check (cause in ('purchase', 'grant', 'reward',
    'compensation', 'revocation', 'refund', 'grace', 'grace_back', 'freeze', 'unfreeze')) not valid,
  add constraint time_entries_check1 check (order_item_id is null
    or cause in ('purchase', 'refund', 'compensation', 'freeze', 'unfreeze')) not valid,
  add constraint time_entries_check2
    check ((cause in ('revocation', 'refund', 'grace_back', 'freeze')) = (seconds < 0)) not valid,
  add constraint time_entries_check3
    check (cause not in ('freeze', 'unfreeze') or order_item_id is not null) not valid;

alter table orders
  -- What its open or lost dispute has done to its time; null while none has.
  add column dispute_effect text check (dispute_effect in ('frozen', 'revoked', 'left'));

create table disputes (
  id bigint generated always as identity primary key,
  -- What the provider calls it.
  provider_id text not null unique,
  order_id uuid not null references orders,
  state text not null check (state in
    ('warning', 'needs_response', 'under_review', 'won', 'lost', 'withdrawn')),
  reason text not null check (length(reason) <= 100),
  -- The card network's own code for it; null when it has none.
  network_reason text check (length(network_reason) <= 100),
  amount_cents integer not null check (amount_cents >= 0),
  -- Until when it can be answered; null when the bank takes no answer.
  due_at timestamptz,
  -- What was done to the order's time when it was opened; null of a warning, which takes no money.
  opening text check (opening in ('frozen', 'revoked', 'left')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- How many hours before it is due administrators were reminded last.
  reminded_hours smallint check (reminded_hours in (72, 24)),
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check ((state in ('won', 'lost', 'withdrawn')) = (closed_at is not null))
);
create index disputes_order on disputes (order_id, id);
-- Those that need a response first, by when they are due; then those that wait; then the rest.
create index disputes_state on disputes (state, due_at, id);
create index disputes_opened on disputes (opened_at desc, id desc);
create index disputes_open on disputes (due_at)
  where state in ('warning', 'needs_response', 'under_review');

-- What a card's bank says of a payment before its owner disputes it.
create table fraud_warnings (
  id bigint generated always as identity primary key,
  provider_id text not null unique,
  order_id uuid not null references orders,
  fraud_type text not null check (length(fraud_type) <= 100),
  -- What was given back because of it, and null when nothing was.
  refund_id uuid references refunds,
  warned_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index fraud_warnings_order on fraud_warnings (order_id, id);
create index fraud_warnings_refund on fraud_warnings (refund_id) where refund_id is not null;
-- Until now the time stayed where it was.
update orders set dispute_effect = 'left' where payment_status = 'disputed';
