-- What is read of a release's file: whether it is signed (docs/decisions/loader-stamp.md), its slots, and what its
-- operator declared equivalent, with where it was found (docs/decisions/marks.md). Of a release that was taken in
-- before any of it, it is read with the first copy that is made of it.
alter table loader_releases
  add column signed boolean not null default false,
  add column alternatives jsonb not null default '[]'
    check (jsonb_typeof(alternatives) = 'array' and jsonb_array_length(alternatives) <= 256),
  add column marks_read boolean not null default false;
