-- Where the shop is: days and times in mails and on pages go by it. Null: nobody chose, so UTC.
alter table settings add column time_zone text check (time_zone ~ '^[A-Za-z0-9_+/-]{1,64}$');
