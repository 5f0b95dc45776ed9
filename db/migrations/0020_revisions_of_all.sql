-- A list of what counts as a change forgets in silence what is added later, as it forgot whether a user
-- is verified: then one save undoes another. This one lists what does not count, so that what is
-- forgotten gets in the way of a save and is seen.

drop trigger users_revision on users;
drop trigger products_revision on products;
drop trigger blog_posts_revision on blog_posts;

-- Its arguments are the columns that nobody on staff edits.
create or replace function next_revision() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - tg_argv is distinct from to_jsonb(new) - tg_argv then
    new.revision := old.revision + 1;
  end if;
  return new;
end $$;

create trigger users_revision before update on users for each row execute function
  next_revision('revision', 'password_hash', 'last_login_at', 'stripe_customer_id', 'referral_code',
    'referred_by', 'demo');
create trigger products_revision before update on products for each row execute function
  next_revision('revision', 'updated_at', 'position', 'featured');
create trigger blog_posts_revision before update on blog_posts for each row execute function
  next_revision('revision', 'updated_at', 'excerpt', 'reading_minutes');
