-- What is known of the services outside: when each last did what was asked, when it last did not and
-- why, and how often somebody posed as it.
create table services (
  name text primary key,
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text,
  forged integer not null default 0,
  forged_at timestamptz
);
