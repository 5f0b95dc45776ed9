-- The smallest charge that a card takes in the shop's currency: `cardMinimumCents` of
-- contract/currency.ts, to which a test holds it.
create function card_minimum_cents() returns integer language sql stable as $$
  select case currency
           when 'CZK' then 1500 when 'DKK' then 250 when 'GBP' then 30 when 'NOK' then 300
           when 'PLN' then 200 when 'RON' then 200 when 'SEK' then 300 else 50 end
    from settings
$$;

-- No code takes a renewal below what a card can be charged by itself. Percentages are rounded half up, as
-- of a first payment.
create or replace function renewal_cents_with_code(cents integer, code_type smallint, code_amount integer)
  returns integer language sql stable as $$
  select greatest(least(cents, card_minimum_cents()),
    cents - case when code_type = 0 then code_amount
                 else floor(cents * code_amount / 100.0 + 0.5)::integer end)
$$;
