-- Who is given a coin that several providers of crypto take.
alter table settings
  add column first_crypto text not null default 'nowpayments'
    check (first_crypto in ('nowpayments', 'btcpay'));
