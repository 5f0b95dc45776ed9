-- What the shop sells in, by its code of ISO 4217; every amount is in its hundredths. It is fixed once there is
-- an order (docs/decisions/currency.md).
alter table settings
  add column currency text not null default 'USD'
    check (currency in ('AUD', 'CAD', 'CHF', 'CZK', 'DKK', 'EUR', 'GBP',
      'NOK', 'NZD', 'PLN', 'RON', 'SEK', 'SGD', 'USD'));
