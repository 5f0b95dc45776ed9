-- Whose card expires before the next charge is told so once for each card's end: the first day on which
-- it is no longer good.
alter table renewals add column expiry_told date;
