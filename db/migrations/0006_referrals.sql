-- Referrals and what they earn.

create table referral_rewards (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  redeemed_at timestamptz,
  time_entry_id bigint unique references time_entries,
  taken_back_at timestamptz,
  check (redeemed_at is null or taken_back_at is null)
);
create index referral_rewards_user on referral_rewards (user_id);

-- The first paid order of a referred customer counts once for the referrer.
create table referral_conversions (
  referred_id bigint primary key references users,
  referrer_id bigint not null references users,
  order_id uuid not null references orders,
  counted_at timestamptz not null default now(),
  reversed_at timestamptz
);
create index referral_conversions_referrer on referral_conversions (referrer_id);
create index referral_conversions_order on referral_conversions (order_id);
