-- An API key that lacks a permission fails some calls only. The failure ends when a test of the whole
-- service succeeds, not when another call does.
alter table services add column needs_check boolean not null default false;
