-- The most that was ever seen of a crypto payment. Of one that fails its provider may say later that
-- nothing came, and its customer is to be told what was there.
alter table payments add column seen_coins numeric;
