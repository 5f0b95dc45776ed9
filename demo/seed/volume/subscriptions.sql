-- Runs of time without a gap. With t the purchases of one user and product in order, s their seconds
-- and S the sum of s so far, the time paid for ends at S + max(t − S before); a purchase after that
-- moment begins another run. Refunded purchases add nothing to the sum.
create temp table seed_entries on commit drop as
  with paid as (
    select id, user_id, product_id, at, seconds, status, extract(epoch from at) as t,
           case status when 'refunded' then 0 else seconds end as kept
      from seed_items where status in ('finished', 'refunded', 'disputed')
  ), summed as (
    select *, sum(kept) over chain as total from paid window chain as (partition by user_id, product_id order by t, id)
  ), ended as (
    select *, total + max(t - (total - kept)) over chain as until from summed
    window chain as (partition by user_id, product_id order by t, id)
  ), begun as (
    select *, coalesce(t > lag(until) over chain, true) as begins from ended
    window chain as (partition by user_id, product_id order by t, id)
  )
  select id as item_id, user_id, product_id, at, seconds, kept, status,
         sum(begins::int) over (partition by user_id, product_id order by t, id) as run
    from begun;

create temp table seed_runs on commit drop as
  select nextval(pg_get_serial_sequence('subscriptions', 'id')) as id, r.*,
         -- Some last runs get a day as compensation for an outage.
         case when random() < 0.04 and r.run = max(r.run) over (partition by r.user_id, r.product_id) and r.kept > 0
              then 86400 else 0 end as given
    from (select user_id, product_id, run, min(at) as at, max(at) as last, sum(kept)::bigint as kept
            from seed_entries group by user_id, product_id, run order by min(at)) r;
analyze seed_entries;
analyze seed_runs;

insert into subscriptions (id, user_id, product_id, created_at, term_length, ends_at)
  overriding system value
  select id, user_id, product_id, at, kept + given, at + make_interval(secs => kept + given) from seed_runs order by id;
