-- Tables and jobs by the field's terms. The version before reads and writes the former tables beside
-- this one: for as long they are views, which the next version drops.
alter table campaign_pace rename to campaign_rate_limit;
create view campaign_pace as select only_row, free_at from campaign_rate_limit;

alter table payment_looks rename to payment_reconciliations;
alter table payment_reconciliations rename column looked_until to reconciled_until;
create view payment_looks as
  select provider, reconciled_until as looked_until from payment_reconciliations;

-- On an empty database the queue's own tables are made after these files.
do $$
declare
  former text;
  name text;
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  for former, name in values
    ('blog.keep_gists', 'blog.render_posts'),
    ('products.keep_descriptions', 'products.render_descriptions')
  loop
    update graphile_worker._private_tasks set identifier = name where identifier = former;
    update graphile_worker._private_known_crontabs set identifier = name where identifier = former;
  end loop;
end $$;
