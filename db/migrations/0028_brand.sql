-- What the shop looks like where it does not look like itself. The name is in the settings; the
-- logo's files are named by its hash.
create table brand (
  only_row boolean primary key default true check (only_row),
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  logo_hash text check (logo_hash ~ '^[0-9a-f]{32}$'),
  logo_type text check (logo_type in ('svg', 'png')),
  logo_width integer check (logo_width > 0),
  logo_height integer check (logo_height > 0),
  hero_image_id bigint references images,
  hero_alt text not null default '' check (length(hero_alt) <= 200),
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  check (num_nulls(logo_hash, logo_type, logo_width, logo_height) in (0, 4))
);
create index brand_hero on brand (hero_image_id);
insert into brand default values;
create trigger brand_changed after update on brand
  for each statement execute function notify_changed('settings');
create trigger brand_revision before update on brand for each row execute function
  next_revision('revision', 'updated_at');

-- The name is edited together with the rest, whoever writes it.
create function count_naming() returns trigger language plpgsql as $$
begin
  update brand set revision = revision + 1;
  return null;
end $$;
create trigger settings_named after update on settings for each row
  when (old.shop_name is distinct from new.shop_name) execute function count_naming();
