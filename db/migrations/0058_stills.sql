-- While an incident goes on whose policy says so, the time of a product stands still:
-- docs/decisions/fair-time.md.
create table stills (
  id bigint generated always as identity primary key,
  product_id bigint not null references products on delete cascade,
  -- The one that it began with.
  incident_id bigint not null references incidents,
  since timestamptz not null,
  -- From when on nobody could play by it, until it ended; null: that was over before it was known.
  held_at timestamptz,
  ended_at timestamptz check (ended_at >= since),
  -- Until when the incident took, as staff have dated it.
  counts_until timestamptz check (counts_until >= since),
  check ((ended_at is null) = (counts_until is null)),
  -- Everybody has what their run stood still.
  given_at timestamptz check (given_at is null or ended_at is not null)
);
create unique index stills_going_on on stills (product_id) where ended_at is null;
create index stills_not_given on stills (product_id) where given_at is null;
create index stills_product on stills (product_id, ended_at);
create index stills_incident on stills (incident_id);
create trigger stills_changed after insert or update or delete or truncate on stills
  for each statement execute function notify_changed('stills');
create trigger stills_seen after insert or update or delete or truncate on stills
  for each statement execute function notify_changed('status');

-- What stood still is given back by a batch that nobody has to confirm: one for each.
alter table credit_batches
  add column still_id bigint references stills,
  drop constraint credit_batches_check,
  add constraint credit_batches_check
    check (still_id is not null or num_nulls(product_id, seconds) in (0, 2)) not valid;
alter table credit_batches validate constraint credit_batches_check;
create unique index credit_batches_still on credit_batches (still_id);
