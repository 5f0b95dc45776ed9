-- The blog.

create table blog_posts (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) <= 200000),
  -- The content as HTML, and by a hash of which text and by which renderer: what does not match is made
  -- anew.
  html text,
  rendered_from bytea,
  -- What a list shows of it, made when it is written; null until then.
  excerpt text,
  reading_minutes int,
  author text not null check (length(author) between 1 and 80),
  image_id bigint references images,
  -- Null is a draft; in the future, scheduled.
  published_at timestamptz default now(),
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_published on blog_posts (published_at desc, id desc) where published_at is not null;
-- The back-office: drafts first, and parts of a title or a name.
create index blog_posts_all on blog_posts (published_at desc nulls first, id desc);
create index blog_posts_title on blog_posts using gin (title gin_trgm_ops);
create index blog_posts_author on blog_posts using gin (author gin_trgm_ops);
create index blog_posts_unread on blog_posts (id) where excerpt is null;
create index blog_posts_image on blog_posts (image_id) where image_id is not null;
create trigger blog_posts_revision before update on blog_posts for each row execute function
  next_revision('revision', 'updated_at', 'excerpt', 'reading_minutes', 'html', 'rendered_from');
create trigger blog_posts_changed after insert or update or delete or truncate on blog_posts
  for each statement execute function notify_changed('blog');
