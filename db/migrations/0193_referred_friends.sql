-- A referred friend counts after a hold, once per person. What counts is computed by referred_friends().
-- A conversion is now a friend who has earned a free month that was redeemed.

alter table settings
  add column referral_hold_days integer not null default 14
    check (referral_hold_days between 0 and 365),
  add column referral_minimum_dollars integer not null default 0
    check (referral_minimum_dollars between 0 and 1000000),
  add column referral_price_limit boolean not null default false;

-- Every Discord account that a user has ever linked: an unlinked account still tells who somebody is.
create table discord_accounts (
  user_id bigint not null references users on delete cascade,
  discord_id text not null,
  primary key (user_id, discord_id)
);
insert into discord_accounts select user_id, discord_id from discord_links;
create function discord_links_remember() returns trigger language plpgsql as $$
begin
  insert into discord_accounts values (new.user_id, new.discord_id) on conflict do nothing;
  return null;
end $$;
create trigger discord_links_remember after insert or update of discord_id on discord_links
  for each row execute function discord_links_remember();

alter table time_entries
  drop constraint time_entries_cause_check,
  drop constraint time_entries_check2,
  add constraint time_entries_cause_check check (cause in ('purchase', 'grant', 'grant_back', 'reward',
    'reward_back', 'compensation', 'revocation', 'refund', 'grace', 'grace_back', 'freeze', 'unfreeze',
    'credit', 'credit_back', 'pause', 'pause_back')) not valid,
  add constraint time_entries_check2
    check ((cause in ('revocation', 'refund', 'grace_back', 'grant_back', 'reward_back', 'freeze',
      'credit_back', 'pause_back')) = (seconds < 0)) not valid;

-- A reward has a row once it is redeemed, and is taken back when a friend who earned it is refunded.
delete from referral_rewards where redeemed_at is null;
alter table referral_rewards
  drop constraint referral_rewards_check,
  -- Of its unused time; 0 when all of it was used.
  add column revoked_seconds bigint check (revoked_seconds >= 0);

alter table referral_conversions add column reward_id bigint references referral_rewards;
update referral_conversions as conversion set reward_id = reward.id
  from (select referred_id,
               (row_number() over (partition by referrer_id order by counted_at, referred_id) - 1) / 3 as nth
          from referral_conversions where reversed_at is null) as counted,
       (select id, user_id, row_number() over (partition by user_id order by id) - 1 as nth
          from referral_rewards) as reward
 where counted.referred_id = conversion.referred_id
   and reward.user_id = conversion.referrer_id and reward.nth = counted.nth;
delete from referral_conversions where reward_id is null;
create index referral_conversions_reward on referral_conversions (reward_id);

-- Without the tag after a plus. Gmail ignores dots and has two domains.
create function mailbox_of(email text) returns text language sql immutable as $$
  select case when domain in ('gmail.com', 'googlemail.com')
              then replace(box, '.', '') || '@gmail.com' else box || '@' || domain end
    from (select regexp_replace(lower(email), '(?<=.)\+.*$|@[^@]*$', '') as box,
                 substring(lower(email) from '[^@]*$') as domain) as parts
$$;

-- The friends of a referrer with the order that counts for each. `problem` is why a friend does not
-- count, else null; a friend counts from `counts_at` on. Who has earned a redeemed month has its
-- `reward_id`: then `problem` is only that of the order.
create function referred_friends(of_referrer bigint) returns table (
  friend_id bigint, order_id uuid, paid_cents integer, counts_at timestamptz, problem text,
  reward_id bigint
) language sql stable as $$
  with friends as (
    select users.id, deleted_at, conversion.reward_id
      from users left join referral_conversions as conversion on referred_id = users.id
     where referred_by = of_referrer
  ), paid as (
    select user_id, orders.id, paid_at, total_cents - refunded_cents as cents,
           case when payment_status <> 'finished' or bought.terms > 0 and bought.kept_terms = 0
                then 'reversed'
                when bought.terms = 0 then 'too_short'
                when total_cents - refunded_cents < referral_minimum_dollars * 100 then 'too_small'
           end as problem
      from friends join orders on user_id = friends.id cross join settings
           cross join lateral (
             select count(*) as terms, count(*) filter (where refund_cents = 0) as kept_terms
               from order_items
              where order_items.order_id = orders.id and price_cents > 0
                and (months is not null or plan = 'lifetime' or plan like '%m'
                     or plan ~ '^(\d\d+|[5-9])w$' or plan ~ '^(\d{3}|[3-9]\d)d$')) as bought
     where payment_status in ('finished', 'refunded', 'disputed')
       and paid_at is not null and total_cents > 0
  ), first as (
    select distinct on (user_id) * from paid order by user_id, (problem is not null), paid_at, id
  ), candidates as (
    select id, 0 as rank, null::timestamptz as paid_at from users where id = of_referrer
    union all
    select friends.id, case when reward_id is null then 2 else 1 end, first.paid_at
      from friends left join first on user_id = friends.id
     where reward_id is not null or deleted_at is null and first.id is not null and problem is null
  ), people as (
    select id, row_number() over (order by rank, paid_at, id) as place from candidates
  ), identities as (
    select people.id, place, 'mailbox ' || mailbox_of(email) as identity
      from people join users using (id)
    union
    select people.id, place, 'discord ' || discord_id
      from people join discord_accounts on user_id = people.id
    union
    select people.id, place, 'device ' || mark
      from people join devices on user_id = people.id cross join unnest(own_marks) as mark
    union
    select people.id, place, 'card ' || card_fingerprint
      from people join orders on user_id = people.id join payments on payments.order_id = orders.id
     where card_fingerprint is not null
  ), repeated as (
    select distinct id
      from (select id, place, min(place) over (partition by identity) as first from identities) as seen
     where place > first
  )
  select friends.id, first.id, first.cents,
         first.paid_at + make_interval(days => referral_hold_days),
         case when first.id is null then 'no_order'
              when first.problem is not null then first.problem
              when friends.reward_id is not null then null
              when deleted_at is not null then 'deleted'
              when repeated.id is not null then 'same_person'
         end,
         friends.reward_id
    from friends cross join settings
         left join first on first.user_id = friends.id
         left join repeated on repeated.id = friends.id
$$;
