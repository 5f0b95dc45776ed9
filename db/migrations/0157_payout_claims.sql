-- Who sends an approved payout by hand: one at a time says so before the coins leave, so that no second
-- administrator sends them as well.
alter table payouts
  add column claimed_by bigint references users,
  add column claimed_at timestamptz,
  add constraint payouts_claim check ((claimed_by is null) = (claimed_at is null)) not valid;
alter table payouts validate constraint payouts_claim;
create index payouts_claimed_by on payouts (claimed_by) where claimed_by is not null;
