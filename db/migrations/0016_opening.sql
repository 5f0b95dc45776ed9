-- A shop is closed to visitors until its administrator opens it. One that has users of its own has
-- been open all the time; one that was only ever a demo has not.
alter table settings
  add column opened_at timestamptz,
  add column shop_name text check (length(shop_name) between 1 and 40);
update settings set opened_at = now()
 where exists (select from users) and not exists (select from users where demo);

-- Links that make their holder the first administrator. Each is kept up by the process that printed
-- it, so that several processes on one database do not end each other's.
create table setup_links (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
