insert into ticket_messages (ticket_id, user_id, content, created_at)
  select t.id, case when k % 2 = 1 then coalesce(t.staff, t.user_id) else t.user_id end,
         (array['Thank you for the details. Could you send us the log? Help, then Show log.',
                'Here it is. It happened again this morning.',
                'We found the cause. The fix is in the next version. Please tell us if it happens again.'])[k],
         least(t.created_at + k * interval '5 hours', now())
    from seed_tickets t, generate_series(1, t.replies) k
   order by t.created_at, k;
