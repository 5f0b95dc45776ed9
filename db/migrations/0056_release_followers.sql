-- Customers who asked to be mailed of new releases of what they have: docs/decisions/releases.md.
create table release_followers (
  user_id bigint primary key references users on delete cascade,
  created_at timestamptz not null default now()
);

-- The status page shows what is current of each module's products, as the catalogue keeps it.
create trigger product_modules_shown after insert or update or delete or truncate on product_modules
  for each statement execute function notify_changed('catalogue');
