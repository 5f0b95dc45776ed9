-- Evidence for disputes: docs/decisions/disputes.md. Addresses are kept for 13 months.

alter table orders
  -- Of whoever placed it; null of what no customer did, and once it was forgotten.
  add column address inet;

-- Each time that a customer began to download their copy of the loader.
create table downloads (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  build_id uuid references loader_builds on delete set null,
  version text not null,
  address inet not null,
  created_at timestamptz not null default now()
);
create index downloads_user on downloads (user_id, id desc);
create index downloads_build on downloads (build_id) where build_id is not null;
create index downloads_created on downloads (created_at);

alter table disputes
  -- By the provider's names of the fields.
  add column evidence jsonb not null default '{}',
  add column revision integer not null default 1,
  add column collected_at timestamptz,
  -- Evidence that was sent, or the dispute accepted: written first, then asked of the provider.
  add column answer text check (answer in ('submitted', 'accepted')),
  add column answered_by bigint references users,
  add column asked_at timestamptz,
  -- When the provider took it.
  add column answered_at timestamptz,
  -- Why it could not be asked last.
  add column asked_error text,
  add check ((answer is null) = (asked_at is null)),
  add check (answered_at is null or answer is not null);
create index disputes_asked on disputes (asked_at) where answer is not null and answered_at is null;
create index disputes_answered_by on disputes (answered_by) where answered_by is not null;
