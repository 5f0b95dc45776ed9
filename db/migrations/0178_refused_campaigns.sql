-- A campaign pauses after several refusals in a row by a mail server that refuses the shop.
alter table campaigns
  add column refusals smallint not null default 0,
  add column refused_with text;
