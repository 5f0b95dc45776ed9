-- Whose time was taken back is given nothing for an outage before that.
alter table time_credits
  drop constraint time_credits_why_check,
  add constraint time_credits_why_check
    check (why in ('deleted', 'banned', 'disputed', 'lifetime', 'credited', 'taken')) not valid;
