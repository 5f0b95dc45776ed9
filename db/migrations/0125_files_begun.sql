-- Files that are written before there is a row that names them. What names one deletes its row here in the
-- same transaction; what a process that was killed left is deleted a day later, with its row.
create table files_begun (
  storage_key text primary key,
  begun_at timestamptz not null default now()
);
