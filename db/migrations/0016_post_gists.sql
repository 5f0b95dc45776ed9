-- What a list shows of a post, made when it is written. Null in posts of before, until a job has read
-- them.
alter table blog_posts
  add column excerpt text,
  add column reading_minutes int;
create index blog_posts_unread on blog_posts (id) where excerpt is null;
