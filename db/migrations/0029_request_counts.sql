-- How often each visitor or user asked for what is limited, over all processes. Counts that are lost
-- in a crash begin anew, so they need not go through the write-ahead log.
create unlogged table request_counts (
  -- A hash of the endpoint and of who asked.
  key bytea primary key check (length(key) = 16),
  times integer not null default 1,
  ends_at timestamptz not null
);
create index request_counts_end on request_counts (ends_at);
