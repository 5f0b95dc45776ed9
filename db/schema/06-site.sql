-- Images, the look of the shop, its texts, and the blog.

-- Uploaded images. Their files are named by the hash.
create table images (
  id bigint generated always as identity primary key,
  hash text not null unique check (hash ~ '^[0-9a-f]{32}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- The average colour, shown while the image loads.
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  -- The widths it is stored in, ascending.
  widths integer[] not null check (cardinality(widths) > 0),
  created_at timestamptz not null default now()
);

-- The shop's own look. Null: the default. The name is in `settings`. The logo's files are named by
-- its hash.
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
create trigger brand_changed after update on brand
  for each statement execute function notify_changed('settings');
create trigger brand_revision before update on brand for each row execute function
  next_revision('revision', 'updated_at');
insert into brand default values;

-- The name is edited together with the look, so changing it counts as an edit of the look.
create function count_naming() returns trigger language plpgsql as $$
begin
  update brand set revision = revision + 1;
  return null;
end $$;
create trigger settings_named after update on settings for each row
  when (old.shop_name is distinct from new.shop_name) execute function count_naming();

-- Texts that differ from the defaults. Only changed parts are stored, so that an upgrade improves
-- the others. Version 0 is the defaults.
create table texts (
  name text primary key check (name ~ '^[a-z-]{1,40}$'),
  version integer not null default 0 check (version >= 0),
  draft jsonb,
  -- No foreign key, because texts outlive the users of the demo. It is cleared when they are
  -- removed.
  draft_by bigint,
  draft_at timestamptz,
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  check (draft is null or draft_at is not null)
);
-- Every page shows the footer and the version of the terms and the refund policy, and allows the
-- host of the landing page's film in its security policy. These texts clear the whole cache, as
-- settings do. Other texts concern their own page or a mail.
create function notify_text() returns trigger language plpgsql as $$
begin
  perform pg_notify(
    'changed', case when new.name in ('landing', 'footer', 'terms', 'refunds') then 'settings'
      else 'texts' end);
  return null;
end $$;
create trigger texts_changed after update on texts for each row
  when (old.version <> new.version) execute function notify_text();
create trigger texts_revision before update on texts for each row execute function
  next_revision('revision', 'updated_at', 'draft_at', 'draft_by');

-- Published versions of texts.
create table text_versions (
  name text not null references texts,
  version integer not null check (version > 0),
  content jsonb not null,
  published_at timestamptz not null default now(),
  published_by bigint,
  -- The version that was published again. 0: the defaults.
  restores integer check (restores >= 0),
  primary key (name, version)
);

-- Every wording of the legal pages, including changes of the defaults and of the seller's name and
-- address. Kept permanently.
create table legal_versions (
  name text not null check (name in ('terms', 'refunds', 'privacy')),
  version integer not null check (version > 0),
  body text not null,
  hash bytea not null check (length(hash) = 32),
  since timestamptz not null default now(),
  primary key (name, version),
  unique (name, hash)
);

create table blog_posts (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) <= 200000),
  -- The content as HTML, with a hash of the content and the renderer. If the hash differs, it is
  -- rendered again.
  html text,
  rendered_from bytea,
  -- The summary in lists. Null until it is generated.
  excerpt text,
  reading_minutes int,
  author text not null check (length(author) between 1 and 80),
  image_id bigint references images,
  -- Null: a draft. In the future: scheduled.
  published_at timestamptz default now(),
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_published on blog_posts (published_at desc, id desc) where published_at is not null;
-- For the back-office: drafts first, and parts of a title or author.
create index blog_posts_all on blog_posts (published_at desc nulls first, id desc);
create index blog_posts_title on blog_posts using gin (title gin_trgm_ops);
create index blog_posts_author on blog_posts using gin (author gin_trgm_ops);
create index blog_posts_unread on blog_posts (id) where excerpt is null;
create index blog_posts_image on blog_posts (image_id) where image_id is not null;
create trigger blog_posts_revision before update on blog_posts for each row execute function
  next_revision('revision', 'updated_at', 'excerpt', 'reading_minutes', 'html', 'rendered_from');
create trigger blog_posts_changed after insert or update or delete or truncate on blog_posts
  for each statement execute function notify_changed('blog');
