-- graphile_worker.add_job plans its four statements anew at each call, which takes five times as long
-- as running them. This one does the same for one job without a queue or flags, and does not lose the
-- job that comes in the moment in which the one with its key is begun.
create function add_job(
  name text, payload json, run_at timestamptz, key text, keep_run_at boolean,
  max_attempts integer, priority integer
) returns void language plpgsql as $$
#variable_conflict use_column
declare
  task integer;
begin
  select id into task from graphile_worker._private_tasks where identifier = add_job.name;
  if task is null then
    perform graphile_worker.add_job(
      add_job.name, add_job.payload, run_at => add_job.run_at, job_key => add_job.key,
      max_attempts => add_job.max_attempts, priority => add_job.priority);
    return;
  end if;
  loop
    if add_job.key is not null then
      -- What has begun knows nothing of this and does not count as it. It keeps its attempts: killed or
      -- refused, it is begun again, where graphile's own would leave it failed for good.
      update graphile_worker._private_jobs set key = null, updated_at = now()
       where key = add_job.key and is_available is not true;
    end if;
    insert into graphile_worker._private_jobs as jobs
      (task_id, payload, run_at, max_attempts, key, priority)
    values (task, add_job.payload, coalesce(add_job.run_at, now()), add_job.max_attempts,
            add_job.key, add_job.priority)
    on conflict (key) do update
       set task_id = excluded.task_id, payload = excluded.payload,
           max_attempts = excluded.max_attempts, priority = excluded.priority,
           run_at = case when add_job.keep_run_at and jobs.attempts = 0
                         then jobs.run_at else excluded.run_at end,
           revision = jobs.revision + 1, flags = null, attempts = 0, last_error = null,
           updated_at = now()
     where jobs.locked_at is null;
    exit when found;
  end loop;
  perform pg_notify('jobs:insert', json_build_object('r', random(), 'count', 1)::text);
end $$;
