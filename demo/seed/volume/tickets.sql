-- Every twentieth user wrote one ticket. Old tickets are closed; some new ones are still open.
create temp table seed_tickets on commit drop as
  select nextval(pg_get_serial_sequence('tickets', 'id')) as id, u.id as user_id, q.title, q.category, q.content,
         u.created_at + (now() - u.created_at) * random() as created_at, random() as fate, floor(random() * 4)::int as replies,
         (select id from users where support order by id limit 1) as staff
    from seed_users u
         join (values (0, 'The loader asks for an update twice', 'Technical', 'It updates, closes, and asks again at the next start. A third start is fine.'),
                      (1, 'Paid, but the order still waits', 'Billing', 'The transfer has three confirmations. The order page has not moved since.'),
                      (2, 'Change of my mail address', 'Account', 'My provider closes at the end of the month. How do I move to another address?'),
                      (3, 'Overlay on the second monitor', 'Feature Request', 'Could the panel stay on the other screen when the product is in full screen?'),
                      (4, 'Crash when a replay is opened', 'Bug Report', 'It closes without a message when I open a replay from before the last patch.'))
           as q (place, title, category, content) on q.place = u.n / 20 % 5
   where u.n % 20 = 0;

insert into tickets (id, user_id, title, content, category, status, assigned_to, created_at, updated_at,
                     unanswered_since)
  overriding system value
  select id, user_id, title, content, category,
         case when created_at > now() - interval '3 days' then case when fate < 0.7 then 'open' else 'in_progress' end
              when fate < 0.01 then 'open' when fate < 0.03 then 'in_progress' when fate < 0.6 then 'resolved' else 'closed' end,
         case when fate > 0.4 then staff end, created_at, least(created_at + replies * interval '5 hours', now()),
         -- The first and the third reply are from support.
         case when replies in (0, 2) or staff is null then least(created_at + replies * interval '5 hours', now()) end
    from seed_tickets order by created_at;
