-- What several members of staff may edit counts its changes, so that a save which was begun from an
-- older state is refused. A trigger counts: no writer forgets it.

create function next_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end $$;

alter table users add column revision integer not null default 1;
create trigger users_revision before update of username, email, admin, support, banned on users
  for each row when (
    (old.username, old.email, old.admin, old.support, old.banned)
    is distinct from (new.username, new.email, new.admin, new.support, new.banned)
  ) execute function next_revision();

alter table products add column revision integer not null default 1;
create trigger products_revision
  before update of name, description, price_cents, image_id, hidden, disabled, discord_role_id on products
  for each row when (
    (old.name, old.description, old.price_cents, old.image_id, old.hidden, old.disabled, old.discord_role_id)
    is distinct from
    (new.name, new.description, new.price_cents, new.image_id, new.hidden, new.disabled, new.discord_role_id)
  ) execute function next_revision();

alter table blog_posts add column revision integer not null default 1;
create trigger blog_posts_revision
  before update of title, content, author, image_id, published_at on blog_posts
  for each row when (
    (old.title, old.content, old.author, old.image_id, old.published_at)
    is distinct from (new.title, new.content, new.author, new.image_id, new.published_at)
  ) execute function next_revision();
