-- What an event has read anew at the provider: those that wait of the same topic are worked as one.
alter table payment_events add column topic text;
create index payment_events_topic on payment_events (provider, topic) where worked_at is null;

-- Lists of values, so that the types of these columns can be read from them.
alter table payment_events add check (provider in ('stripe', 'nowpayments', 'btcpay'));
alter table logs drop constraint logs_level_check, add check (level in (0, 1, 2, 3));
