-- Two years of sign-ups, increasing over time. An earlier user referred every fifth.
create temp table seed_users on commit drop as
  select n,
         nextval(pg_get_serial_sequence('users', 'id')) as id,
         (array['quiet', 'rapid', 'lucky', 'north', 'iron', 'velvet', 'late', 'odd', 'salty', 'prime'])[1 + floor(random() * 10)::int]
           || (array['fox', 'heron', 'anvil', 'comet', 'badger', 'pilot', 'rook', 'ember', 'otter', 'saint'])[1 + floor(random() * 10)::int]
           || (select coalesce(max(id), 0) from users) + n as username,
         now() - interval '730 days' * (1 - (n::float / size) ^ 0.6) as created_at,
         case when random() < 0.2 and n > 1 then 1 + floor((n - 1) * random())::int end as referrer,
         random() as fate
    from (select current_setting('seed.users')::int as size) s, generate_series(1, size) n;
create unique index on seed_users (n);
analyze seed_users;

insert into users (id, username, email, demo, password_hash, banned, verified_at, referral_code, referred_by, created_at, last_login_at)
  overriding system value
  select u.id, u.username, u.username || '@players.example', true, current_setting('seed.password_hash'),
         u.fate < 0.006,
         case when u.fate < 0.93 then u.created_at + interval '4 minutes' end,
         case when u.n % 3 = 0 then 'R' || lpad(upper(to_hex(u.id)), 7, '0') end,
         r.id, u.created_at,
         case when u.fate < 0.93 then u.created_at + (now() - u.created_at) * (1 - random() ^ 3) end
    from seed_users u left join seed_users r on r.n = u.referrer
   order by u.n;
