-- The changelog of a product is kept in memory until what it shows changes.
create trigger loader_promotions_changed after insert or update or delete on loader_promotions
  for each statement execute function notify_changed('catalogue');
create trigger loader_releases_changed after update of notes, percent, channel on loader_releases
  for each statement execute function notify_changed('catalogue');
