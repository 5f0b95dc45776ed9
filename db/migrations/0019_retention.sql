-- When a browser was last signed in from: it is forgotten when its cookie has run out.

alter table known_browsers add column last_seen_at timestamptz not null default now();
create index known_browsers_seen on known_browsers (last_seen_at);
create index payment_events_received on payment_events (received_at);
