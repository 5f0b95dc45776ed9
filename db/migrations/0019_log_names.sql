-- The log stays append-only, with one exception: what names a deleted user can be taken out of it.

create function without_names(details jsonb) returns jsonb language sql immutable as $$
  select details - '{reason,email,username}'::text[]
    #- '{before,username}' #- '{after,username}' #- '{before,email}' #- '{after,email}'
$$;

create function refuse_all_but_names() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and new.details = without_names(old.details)
     and to_jsonb(new) - 'details' = to_jsonb(old) - 'details'
     and exists (select from users where id = old.user_id and deleted_at is not null)
  then
    return new;
  end if;
  raise exception 'logs is append-only' using errcode = 'restrict_violation';
end $$;

drop trigger logs_append_only on logs;
create trigger logs_append_only before update or delete on logs
  for each row execute function refuse_all_but_names();
