-- In chronological order, as a running shop writes them. Users are selected from seed.first_user on,
-- in the order of their sign-up, so that no user acts before signing up.
select setseed(0.17);
select make_months('logs', now() - interval '730 days', now());

insert into logs (created_at, level, type, message, details, user_id)
  select now() - interval '730 days' * (1 - part ^ 0.6), m.level, m.type, m.message,
         jsonb_build_object('request', to_hex((n * 2654435761) % 4294967296), 'ms', 3 + n % 97),
         case when m.personal and users * part >= 1 then first_user + floor(floor(users * part) * chance)::bigint end
    from (select n, n::float / size as part, random() as chance, floor(random() * 100)::int as draw, users, first_user
            from (select current_setting('seed.logs')::int as size, current_setting('seed.users')::int as users,
                         current_setting('seed.first_user')::bigint as first_user) s,
                 generate_series(1, size) n) d
         join (values (0, 33, 1, 'auth', 'Signed in', true), (33, 47, 0, 'order', 'Order placed', true),
                      (47, 60, 1, 'payment', 'Order finished', true), (60, 72, 0, 'loader', 'Build requested', true),
                      (72, 83, 1, 'loader', 'Build ready', true), (83, 89, 2, 'auth', 'Wrong password', false),
                      (89, 93, 0, 'ticket', 'Ticket answered', true), (93, 96, 2, 'payment', 'Order expired', true),
                      (96, 98, 3, 'payment', 'Provider did not respond', false), (98, 99, 2, 'loader', 'Build failed, retrying', true),
                      (99, 100, 3, 'mail', 'Mail was rejected', true))
           as m (low, high, level, type, message, personal) on d.draw >= m.low and d.draw < m.high
   order by n;
