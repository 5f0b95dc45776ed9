-- Pauses between mails to one address grow: the how many-th it is, and since when it runs.

alter table mail_pauses
  add column times integer not null default 1,
  add column began_at timestamptz not null default now();
