-- Each payment provider has workers of its own, and the queue finds a worker's jobs by their name. On an
-- empty database the queue's own tables are made after these files.
do $$
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  insert into graphile_worker._private_tasks (identifier)
  values ('payments.work_stripe_event'), ('payments.work_nowpayments_event'), ('payments.work_btcpay_event')
      on conflict do nothing;
  update graphile_worker._private_jobs as job
     set task_id = renamed.id
    from graphile_worker._private_tasks as former, graphile_worker._private_tasks as renamed
   where former.identifier = 'payments.work_event' and job.task_id = former.id
     and renamed.identifier = 'payments.work_' || coalesce(
       (select provider from payment_events where id = (job.payload ->> 'event')::bigint), 'stripe') || '_event';
end $$;
