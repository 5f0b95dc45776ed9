-- What an incident is about can be changed: docs/decisions/fair-time.md.
alter table incidents
  -- Goes up with each change by staff.
  add column revision integer not null default 1,
  -- When it was last given other modules. A batch that was looked at before stays as it is, and says so.
  add column modules_changed_at timestamptz;
