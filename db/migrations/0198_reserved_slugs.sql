-- The recipients of a campaign are 'all', 'subscribers', 'admins' or the slug of a product. A product
-- with such a slug could not be mailed.
update products
  set slug = slug || '-' || id
  where slug in ('all', 'subscribers', 'admins');

alter table products
  add constraint products_slug_is_not_reserved check (slug not in ('all', 'subscribers', 'admins'));
