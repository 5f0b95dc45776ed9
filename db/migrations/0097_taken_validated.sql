-- What 0077 has said of new rows holds for those from before as well, whose reasons it only widened.
alter table time_credits validate constraint time_credits_why_check;
