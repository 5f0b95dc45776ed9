-- The name and the system of a computer are its owner's too: they go out of the log with the account.

create function without_names(message text, details jsonb) returns jsonb language sql immutable as $$
  select case
    when message in ('Loader paired', 'Loader turned away', 'Device bound', 'Device released')
      then without_names(details) - '{name,os}'::text[]
    else without_names(details)
  end
$$;

create or replace function refuse_all_but_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     -- The latter is what processes of the version before take out.
     and new.details in (without_names(old.message, old.details), without_names(old.details))
     and to_jsonb(new) - 'details' = to_jsonb(old) - 'details'
     and exists (select from users where id = old.user_id and deleted_at is not null)
  then
    new.details := without_names(old.message, old.details);
    return new;
  end if;
  raise exception 'logs is append-only' using errcode = 'restrict_violation';
end $$;

-- Of accounts that were deleted before.
update logs set details = without_names(logs.message, details)
  from users
 where users.id = logs.user_id and deleted_at is not null
   and details <> without_names(logs.message, details);
