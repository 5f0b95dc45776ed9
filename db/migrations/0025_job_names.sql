-- Jobs that were named by a noun alone say what they do, those that wait too. On an empty database the
-- queue's own tables are made after these files.
do $$
declare
  former text;
  name text;
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  for former, name in values
    ('discord.roles', 'discord.match_roles'),
    ('orders.receipt', 'orders.mail_receipt'),
    ('orders.short_payment', 'orders.mail_short_payment'),
    ('blog.gists', 'blog.keep_gists'),
    ('products.descriptions', 'products.keep_descriptions'),
    ('payments.event', 'payments.work_event'),
    ('subscriptions.notices', 'subscriptions.mail_notices')
  loop
    update graphile_worker._private_tasks set identifier = name where identifier = former;
    update graphile_worker._private_known_crontabs set identifier = name where identifier = former;
  end loop;
end $$;
