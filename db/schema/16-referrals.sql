-- Referrals and their rewards. What counts is computed by referred_friends().

-- Redeemed rewards.
create table referral_rewards (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  redeemed_at timestamptz,
  time_entry_id bigint unique references time_entries,
  taken_back_at timestamptz,
  -- The seconds that were revoked when a friend's order was refunded. 0: all of it was used.
  revoked_seconds bigint check (revoked_seconds >= 0)
);
create index referral_rewards_user on referral_rewards (user_id);

-- Friends who earned a redeemed reward.
create table referral_conversions (
  referred_id bigint primary key references users,
  referrer_id bigint not null references users,
  order_id uuid not null references orders,
  counted_at timestamptz not null default now(),
  reward_id bigint references referral_rewards
);
create index referral_conversions_referrer on referral_conversions (referrer_id);
create index referral_conversions_order on referral_conversions (order_id);
create index referral_conversions_reward on referral_conversions (reward_id);

-- Normalises an address: without the tag after a plus. Gmail ignores dots and has two domains.
create function mailbox_of(email text) returns text language sql immutable as $$
  select case when domain in ('gmail.com', 'googlemail.com')
              then replace(box, '.', '') || '@gmail.com' else box || '@' || domain end
    from (select regexp_replace(lower(email), '(?<=.)\+.*$|@[^@]*$', '') as box,
                 substring(lower(email) from '[^@]*$') as domain) as parts
$$;

-- The friends of a referrer, each with the order that counts. `problem` is why a friend does not
-- count, or null. A friend counts from `counts_at` on. For a friend who has earned a redeemed month
-- (`reward_id`), `problem` is only that of the order.
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
