-- Whether coins of a payment arrived at different exchange rates, so that its surplus has no single rate.
alter table payments add column rates_differ boolean not null default false;
