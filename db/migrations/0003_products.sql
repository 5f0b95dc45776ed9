-- Products, their pictures and discount codes.

create table images (
  id bigint generated always as identity primary key,
  hash text not null unique check (hash ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- The widths it is stored in, ascending.
  widths integer[] not null check (cardinality(widths) > 0),
  created_at timestamptz not null default now()
);

create table products (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 50000),
  -- The description as HTML, and by a hash of which text and by which renderer: what does not match is
  -- made anew.
  html text,
  rendered_from bytea,
  price_cents integer not null check (price_cents between 0 and 1000000),
  -- What a longer term saves in place of the shop's rule, in percent; and whether its totals are
  -- rounded up to the next 99 cents, as prices on a shelf are.
  savings_3 smallint check (savings_3 between 0 and 90),
  savings_6 smallint check (savings_6 between 0 and 90),
  savings_12 smallint check (savings_12 between 0 and 90),
  ends_in_99 boolean not null default false,
  image_id bigint references images,
  hidden boolean not null default false,
  disabled boolean not null default false,
  featured boolean not null default false,
  discord_role_id text,
  position integer not null default 0,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index products_listed on products (position, id) where not hidden;
-- The back-office lists all of them, and finds parts of a name.
create index products_order on products (position, id);
create index products_name on products using gin (name gin_trgm_ops);
create index products_image on products (image_id) where image_id is not null;
-- The one whose plans the landing page shows.
create unique index products_featured on products (featured) where featured;
create trigger products_revision before update on products for each row execute function
  next_revision('revision', 'updated_at', 'position', 'featured', 'html', 'rendered_from');
create trigger products_changed after insert or update or delete or truncate on products
  for each statement execute function notify_changed('catalogue');

create table discounts (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9_-]{1,40}$'),
  product_id bigint not null references products on delete cascade,
  -- 0 a fixed amount in cents, 1 a percentage.
  type smallint not null check (type in (0, 1)),
  amount integer not null check (amount >= 0 and (type = 0 or amount <= 100)),
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '30 days',
  -- 0 means unlimited.
  max_uses integer not null default 0 check (max_uses >= 0),
  used_count integer not null default 0 check (used_count >= 0),
  created_at timestamptz not null default now(),
  constraint discounts_uses_held check (max_uses = 0 or used_count <= max_uses),
  check (ends_at > starts_at)
);
create index discounts_product on discounts (product_id, id);
