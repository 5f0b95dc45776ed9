-- Whether documents speak of tax, which the law of the operator's country decides.
alter table settings
  add column tax_mode text not null default 'off' check (tax_mode in ('off', 'small_business')),
  add column tax_sentence text not null default 'No tax is charged: small business scheme.'
    check (length(tax_sentence) between 1 and 300);
