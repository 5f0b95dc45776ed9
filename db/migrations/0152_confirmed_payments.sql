-- Whether the network has confirmed all that came for a payment. What it has not can still be spent
-- elsewhere by who sent it: it is not given back.
alter table payments add confirmed boolean not null default true;
