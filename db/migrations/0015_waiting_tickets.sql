-- Who wrote last on a ticket, and so which tickets wait for support.

-- When the customer wrote what nobody of support has answered yet; null when support wrote last.
alter table tickets add column unanswered_since timestamptz default now();
update tickets
   set unanswered_since = case
         when answered.last is null then tickets.created_at
         else (select min(created_at) from ticket_messages
                where ticket_id = tickets.id and ticket_messages.id > answered.last)
       end
  from (select tickets.id, max(ticket_messages.id) as last
          from tickets left join ticket_messages
            on ticket_id = tickets.id and ticket_messages.user_id <> tickets.user_id
         group by tickets.id) answered
 where answered.id = tickets.id;

-- The same while the conversation goes on: what is resolved or closed waits for nobody.
alter table tickets add column waiting_since timestamptz generated always as
  (case when status in ('open', 'in_progress') then unanswered_since end) stored;
create index tickets_waiting on tickets (waiting_since, updated_at desc, id desc);
