-- What an event has read anew at the provider: those that wait of the same topic are worked as one.
alter table payment_events add column topic text;
create index payment_events_topic on payment_events (provider, topic) where worked_at is null;
