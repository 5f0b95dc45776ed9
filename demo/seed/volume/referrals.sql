-- The first paid order above zero of each referred user; every third of one referrer is a reward.
insert into referral_conversions (referred_id, referrer_id, order_id, counted_at, reversed_at)
  select distinct on (o.user_id) o.user_id, u.referred_by, o.id, o.paid_at,
         case when o.payment_status <> 'finished' then o.updated_at end
    from seed_users s join users u on u.id = s.id join orders o on o.user_id = u.id
   where u.referred_by is not null and o.paid_at is not null and o.total_cents > 0
   order by o.user_id, o.paid_at;

insert into referral_rewards (user_id, created_at)
  select referrer_id, counted_at
    from (select referrer_id, counted_at, row_number() over (partition by referrer_id order by counted_at) as nth
            from referral_conversions
           where reversed_at is null and referrer_id in (select id from seed_users)) c
   where nth % 3 = 0
   order by counted_at;
