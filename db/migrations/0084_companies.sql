-- Companies that buy across a border owe the tax themselves, once VIES has confirmed their VAT id.

alter table settings
  -- The seller's own, by which VIES is asked: `DE136695976`.
  add column seller_vat_id text not null default ''
    check (seller_vat_id ~ '^([A-Z]{2}[A-Z0-9]{2,15})?$');

-- A question to VIES about one VAT id, and its answer.
create table vat_checks (
  id bigint generated always as identity primary key,
  -- With its country's letters, as VIES has them: `EL094259216`.
  vat_id text not null check (vat_id ~ '^[A-Z]{2}[A-Z0-9]{2,15}$'),
  -- Who asks: the seller's VAT id.
  requester text not null check (requester ~ '^[A-Z]{2}[A-Z0-9]{2,15}$'),
  state text not null default 'asked' check (state in ('asked', 'valid', 'invalid')),
  created_at timestamptz not null default now(),
  -- When it is asked next while there is no answer.
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  asked_at timestamptz,
  answered_at timestamptz,
  -- The number of the answer at VIES; none where the seller's VAT id is none of the EU.
  consultation text,
  -- Why there is no answer yet.
  error text,
  check ((state = 'asked') = (answered_at is null))
);
-- However many buy for a company at once, VIES is asked once.
create unique index vat_checks_open on vat_checks (vat_id, requester) where state = 'asked';
create index vat_checks_due on vat_checks (due_at) where state = 'asked';
create index vat_checks_latest on vat_checks (vat_id, requester, id desc);

-- Whom a customer buys for, as they said the last time.
create table companies (
  user_id bigint primary key references users on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$'),
  name text not null check (length(name) between 1 and 120),
  address text not null check (length(address) between 1 and 400),
  vat_id text check (vat_id ~ '^[A-Z]{2}[A-Z0-9]{2,20}$')
);

-- The same of one order: what it was placed under.
alter table orders
  add column company_name text,
  add column company_address text,
  add column vat_id text,
  -- What decides about its tax; null where it is charged whatever VIES says.
  add column vat_check_id bigint references vat_checks,
  add constraint orders_company check (
    (company_name is null) = (company_address is null)
    and (company_name is not null or vat_id is null)
    and (vat_id is not null or vat_check_id is null));
create index orders_vat_check on orders (vat_check_id) where vat_check_id is not null;

-- What takes the place of a sale's document that was taken back.
create unique index documents_in_place on documents (corrects_id)
  where kind in ('receipt', 'invoice') and corrects_id is not null;
