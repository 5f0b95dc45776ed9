-- Products and discount codes.

create table products (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 50000),
  -- The description as HTML, with a hash of the description and the renderer. If the hash differs,
  -- it is rendered again.
  html text,
  rendered_from bytea,
  price_cents integer not null check (price_cents between 0 and 1000000),
  ends_in_99 boolean not null default false,
  -- A list of {plan, savings, cents, popular} in which either the savings (percent) or the price is
  -- null. Null: the default plans.
  plans jsonb check (jsonb_typeof(plans) = 'array' and jsonb_array_length(plans) between 1 and 12),
  -- A sale reduces all plans from one moment to another.
  sale_percent smallint check (sale_percent between 1 and 90),
  sale_from timestamptz,
  sale_to timestamptz,
  image_id bigint references images,
  -- Hidden: not listed, but its link works. Disabled: no longer sold.
  hidden boolean not null default false,
  disabled boolean not null default false,
  featured boolean not null default false,
  category text check (length(category) between 1 and 40),
  popular boolean not null default false,
  -- The lists on the product's page: {included: [text], requirements: [{label, value}],
  -- screenshots: [{image, caption}]}. `image` is the URL of a stored image.
  details jsonb not null default '{"included": [], "requirements": [], "screenshots": []}' check (
    jsonb_typeof(details -> 'included') = 'array' and jsonb_typeof(details -> 'requirements') = 'array'
    and jsonb_typeof(details -> 'screenshots') = 'array'),
  position integer not null default 0,
  discord_role_id text,
  -- Devices per subscription, concurrent sessions, hours that a loader may run without the shop,
  -- and whether staff have taken the product offline for loaders.
  device_limit smallint not null default 1 check (device_limit between 1 and 5),
  session_limit smallint not null default 1 check (session_limit between 1 and 5),
  offline_hours smallint not null default 0 check (offline_hours between 0 and 168),
  loader_offline boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint products_sale_whole check (
    num_nonnulls(sale_percent, sale_from, sale_to) in (0, 3) and (sale_to is null or sale_to > sale_from)),
  constraint products_slug_is_not_reserved check (slug not in ('all', 'subscribers', 'admins'))
);
create index products_listed on products (position, id) where not hidden;
-- For the back-office: all products, and parts of a name.
create index products_order on products (position, id);
create index products_name on products using gin (name gin_trgm_ops);
create index products_image on products (image_id) where image_id is not null;
-- The product whose plans the landing page shows.
create unique index products_featured on products (featured) where featured;
create trigger products_revision before update on products for each row execute function
  next_revision('revision', 'updated_at', 'position', 'featured', 'html', 'rendered_from');
create trigger products_changed after insert or update or delete or truncate on products
  for each statement execute function notify_changed('catalogue');

-- Discount codes. A constraint limits their uses.
create table discounts (
  id bigint generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9_-]{1,40}$'),
  product_id bigint not null references products on delete cascade,
  -- 0: a fixed amount in cents. 1: a percentage.
  type smallint not null check (type in (0, 1)),
  amount integer not null check (amount >= 0 and (type = 0 or amount <= 100)),
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '30 days',
  -- 0: unlimited.
  max_uses integer not null default 0 check (max_uses >= 0),
  used_count integer not null default 0 check (used_count >= 0),
  created_at timestamptz not null default now(),
  -- Uses per customer (0: unlimited), the minimum order total before discounts, and whether it is
  -- for first orders only.
  max_per_customer integer not null default 0 check (max_per_customer >= 0),
  min_cents integer not null default 0 check (min_cents >= 0),
  first_order boolean not null default false,
  -- The number of renewals after the first payment that the code also applies to.
  renewals smallint not null default 0 check (renewals between 0 and 120),
  constraint discounts_uses_held check (max_uses = 0 or used_count <= max_uses),
  check (ends_at > starts_at),
  check (renewals = 0 or type = 0 or amount < 100)
);
create index discounts_product on discounts (product_id, id);
create index discounts_code on discounts using gin (code gin_trgm_ops);

-- The modules that a product needs. No foreign key, because a pipeline may remove a module from the
-- status page and report it again.
create table product_modules (
  product_id bigint not null references products on delete cascade,
  repo text not null check (length(repo) between 1 and 100),
  primary key (product_id, repo)
);
create index product_modules_repo on product_modules (repo);
create trigger product_modules_changed after insert or update or delete or truncate on product_modules
  for each statement execute function notify_changed('status');
-- The status page shows the current release of each module's products.
create trigger product_modules_shown after insert or update or delete or truncate on product_modules
  for each statement execute function notify_changed('catalogue');
