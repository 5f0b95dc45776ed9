-- A sign-up at an address whose account nobody has verified gets a link of its own: whoever follows it
-- gets the account that they asked for, and not that of whoever named the address first.
alter table held_signups add column referred_by bigint references users on delete set null;
alter table mailed_tokens add column held_signup_id bigint references held_signups on delete cascade;
create index mailed_tokens_held on mailed_tokens (held_signup_id) where held_signup_id is not null;
create index held_signups_referred_by on held_signups (referred_by) where referred_by is not null;
