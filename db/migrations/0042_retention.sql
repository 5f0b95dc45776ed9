-- What is kept for a time is deleted by one job. What waits under the names of the former ones is its
-- work for the day. On an empty database the queue's own tables are made after these files.
do $$
declare
  former text[] := '{retention.turn_months,sessions.clean_up,loader.forget}';
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  insert into graphile_worker._private_tasks (identifier) values ('retention.forget')
    on conflict do nothing;
  update graphile_worker._private_jobs set
    task_id = (select id from graphile_worker._private_tasks where identifier = 'retention.forget')
   where task_id in (select id from graphile_worker._private_tasks where identifier = any(former));
  delete from graphile_worker._private_known_crontabs
   where identifier = any(former || '{retention.forget}');
end $$;
