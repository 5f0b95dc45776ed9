-- The HTML of a release's notes, made when they are written: rendering them is slow.
alter table loader_releases
  add column html text,
  add column rendered_from bytea;
