-- The blog.

create table blog_posts (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  content text not null check (length(content) <= 200000),
  author text not null check (length(author) between 1 and 80),
  image_id bigint references images,
  -- Null is a draft; in the future, scheduled.
  published_at timestamptz default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_published on blog_posts (published_at desc, id desc) where published_at is not null;
-- The back-office: drafts first, and parts of a title or a name.
create index blog_posts_all on blog_posts (published_at desc nulls first, id desc);
create index blog_posts_title on blog_posts using gin (title gin_trgm_ops);
create index blog_posts_author on blog_posts using gin (author gin_trgm_ops);
create trigger blog_posts_changed after insert or update or delete or truncate on blog_posts
  for each statement execute function notify_changed('blog');
