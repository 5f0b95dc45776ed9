-- What administrators are told by mail: each failing thing of /admin/health, since when it fails (null
-- when it does not), and when it was last told.
create table problems (
  key text primary key,
  since timestamptz,
  told_at timestamptz
);
