-- Settings, modules and the state of a ticket are told apart by revision, as users, products and
-- posts are: of two who change the same, the later is told of the earlier.
alter table settings add column revision integer not null default 1;
create trigger settings_revision before update on settings for each row execute function
  next_revision('revision', 'updated_at', 'opened_at', 'shop_name');

-- A name that was removed can be given again. It does not begin with a number that the former
-- module had, or a save meant for that one would count for the new.
alter table modules add column revision bigint not null default extract(epoch from now())::bigint;
create trigger modules_revision before update on modules for each row execute function
  next_revision('revision', 'position', 'last_updated');

-- What is generated is not known yet when this fires.
alter table tickets add column revision integer not null default 1;
create trigger tickets_revision before update on tickets for each row execute function
  next_revision('revision', 'updated_at', 'unanswered_since', 'waiting_since');
