-- A payout of coins that came through a BTCPay Server can be sent by that server: the shop makes a pull
-- payment of just its coins there and claims it for the address. A pull payment gives its coins once.
alter table payouts
  add column by_server boolean not null default false,
  add column pull_payment_id text,
  add column checked_at timestamptz,
  -- Why the server has not sent it yet, or would not; null while there is nothing to say.
  add column server_note text check (length(server_note) <= 300),
  add constraint payouts_by_server check (not by_server or provider = 'btcpay') not valid;
alter table payouts validate constraint payouts_by_server;

create index payouts_at_server on payouts (checked_at)
  where by_server and status in ('approved', 'sent');
create index payouts_to_send on payouts (order_id) where status in ('given', 'approved');
drop index payouts_given;
