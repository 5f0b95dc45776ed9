-- The room that each machine has on the disk of its files. Its processes note it every minute; a machine
-- that is gone is not heard of any more.
create table machine_disks (
  machine text primary key,
  free_bytes bigint not null,
  total_bytes bigint not null,
  noted_at timestamptz not null default now()
);
