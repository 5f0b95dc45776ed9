-- Each crypto provider has workers of its own, and the queue finds a worker's jobs by their name. On an
-- empty database, the queue creates its own tables after these files.
do $$
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  insert into graphile_worker._private_tasks (identifier)
  values ('payouts.over_nowpayments'), ('payouts.over_btcpay')
      on conflict do nothing;
  update graphile_worker._private_jobs as job
     set task_id = renamed.id
    from graphile_worker._private_tasks as former, graphile_worker._private_tasks as renamed
   where former.identifier = 'payouts.over' and job.task_id = former.id
     and renamed.identifier = 'payouts.over_' || coalesce(
       (select provider from payments
         where order_id = (job.payload ->> 'order')::uuid and provider in ('nowpayments', 'btcpay')
         order by id limit 1), 'nowpayments');
end $$;
