-- Releases of two kinds, promoted by channel: docs/decisions/releases.md.

alter table loader_releases
  -- Of whose module it is; null: of the loader.
  add column product_id bigint references products,
  add column channel text not null default 'stable' check (channel in ('stable', 'beta')),
  -- The oldest loader that may run with it; null: any.
  add column minimum text check (minimum ~ '^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$'),
  -- Of those who could have it, once it is promoted.
  add column percent smallint not null default 100 check (percent between 0 and 100),
  add column revision integer not null default 1,
  -- What a process of the version before makes current is a loader, also while both run.
  add check (not current or product_id is null),
  drop constraint loader_releases_notes_check,
  add constraint loader_releases_notes_check check (length(notes) <= 20000),
  drop constraint loader_releases_version_key;
-- The name is that of the constraint: by it a process tells that a version exists.
create unique index loader_releases_version_key
  on loader_releases (coalesce(product_id, 0), version);
create index loader_releases_product on loader_releases (product_id, id desc);

-- What is offered in a channel, the newest on top; rolling back takes the top off.
create table loader_promotions (
  id bigint generated always as identity primary key,
  release_id bigint not null references loader_releases,
  channel text not null check (channel in ('stable', 'beta')),
  promoted_at timestamptz not null default now(),
  promoted_by bigint references users,
  rolled_back_at timestamptz
);
create index loader_promotions_release on loader_promotions (release_id);
create index loader_promotions_promoter on loader_promotions (promoted_by)
  where promoted_by is not null;
create index loader_promotions_standing on loader_promotions (channel, id desc)
  where rolled_back_at is null;

insert into loader_promotions (release_id, channel, promoted_at, promoted_by)
select id, 'stable', created_at, created_by from loader_releases where current;

-- A process of the version before promotes by the flag alone.
create function promote_by_flag() returns trigger language plpgsql as $$
begin
  if new.id is distinct from (
    select release_id from loader_promotions
      join loader_releases on loader_releases.id = release_id
     where rolled_back_at is null and product_id is null and loader_promotions.channel = 'stable'
     order by loader_promotions.id desc limit 1)
  then
    insert into loader_promotions (release_id, channel, promoted_by)
    values (new.id, 'stable', new.created_by);
  end if;
  return null;
end $$;
create trigger promote_by_flag after insert or update of current on loader_releases
  for each row when (new.current) execute function promote_by_flag();

create trigger loader_releases_revision before update on loader_releases for each row
  execute function next_revision('revision', 'current');

-- Customers to whom betas are offered, too: they choose it on their dashboard.
create table beta_testers (
  user_id bigint primary key references users on delete cascade,
  chosen_at timestamptz not null default now()
);
