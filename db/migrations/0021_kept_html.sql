-- HTML is kept beside the Markdown that it was made from, as making it may take long. A hash says of
-- which text it is and by which renderer: what does not match is made anew.
alter table blog_posts add column html text, add column rendered_from bytea;
alter table products add column html text, add column rendered_from bytea;

drop trigger products_revision on products;
drop trigger blog_posts_revision on blog_posts;
create trigger products_revision before update on products for each row execute function
  next_revision('revision', 'updated_at', 'position', 'featured', 'html', 'rendered_from');
create trigger blog_posts_revision before update on blog_posts for each row execute function
  next_revision('revision', 'updated_at', 'excerpt', 'reading_minutes', 'html', 'rendered_from');
