-- A part of a lifetime has no length. A refund of a part of its price ends all of it, or leaves all of it.
alter table refunds add column take_lifetime boolean not null default false;
