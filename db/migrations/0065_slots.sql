-- Where a release of the loader leaves room for marks: docs/decisions/marks.md. Found once, when it is uploaded.
alter table loader_releases
  add column slots integer[] not null default '{}' check (cardinality(slots) <= 256);
