-- What 0193 says of new entries of the ledger holds for those from before as well.
alter table time_entries
  validate constraint time_entries_cause_check,
  validate constraint time_entries_check2;
