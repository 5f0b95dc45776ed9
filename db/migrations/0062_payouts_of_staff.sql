-- One open offer of what came beside an order's total; what was sent makes room for the next.
drop index payouts_once;
create unique index payouts_once on payouts (order_id)
  where kind <> 'refund' and status in ('offered', 'given', 'approved');

-- Who is removed is looked for in what they did.
create index payouts_approved_by on payouts (approved_by) where approved_by is not null;
create index payouts_sent_by on payouts (sent_by) where sent_by is not null;
create index payouts_withdrawn_by on payouts (withdrawn_by) where withdrawn_by is not null;
create index payouts_created_by on payouts (created_by) where created_by is not null;
