-- Users of the demo shop, whose passwords are published: no real shop opens while one of these works.
alter table users add column if not exists demo boolean not null default false;
update users set demo = true where email like '%@loadout.example' or email like '%@players.example';
create index if not exists users_demo on users (id) where demo;
