-- The computers that asked with a build within a day, whatever they were answered: many of them are told to
-- staff. At most one more than the setting of each build, as what matters is that there are too many.
create table build_computers (
  build uuid not null,
  -- Of the marks that only one computer has, by which the same one is found when a part of it changes.
  computer bytea not null check (length(computer) = 32),
  own_marks text[] not null check (cardinality(own_marks) > 0),
  seen_at timestamptz not null default now(),
  primary key (build, computer)
);
create index build_computers_seen on build_computers (seen_at);
