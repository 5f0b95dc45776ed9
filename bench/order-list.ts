import { searchOrders } from '#server/selling/orders/staff-list.ts'
import { compareSizes, type ListCall } from './filled.ts'

const hour = 3_600_000
/** Orders are evenly spaced, and the last one is placed now. */
const every = 6000
const placedAt = (size: number, n: number) => Date.now() - (size - n) * every
const products = 12

type Wanted = Partial<Parameters<typeof searchOrders>[1]>

const some = (n: number, turn: number) => 1 + ((turn * 7919) % n)

/** Searches as staff use them. `n` is the number of orders, `turn` varies the search. */
const searches: Record<string, (n: number, turn: number) => Wanted> = {
  'the newest': () => ({}),
  'a status of many': () => ({ status: 'finished' }),
  'a status that nothing has': () => ({ status: 'disputed' }),
  'a method': (_, turn) => ({ method: turn % 2 ? 'card' : 'crypto' }),
  'a product': (_, turn) => ({ product: some(products, turn) }),
  'a code of few': () => ({ code: 'rare10' }),
  'a customer': (n, turn) => ({ uid: some(n / 20, turn) }),
  'an hour': (n, turn) => {
    const at = placedAt(n, some(n, turn))
    return { start_time: new Date(at - hour / 2), end_time: new Date(at + hour / 2) }
  },
  'an amount': (_, turn) => ({ min: 1000 + turn, max: 1000 + turn }),
  'a product and a status that never meet': () => ({ product: 1, status: 'disputed' }),
  'how an order begins': (_, turn) => ({ q: (0x1000_0000 + turn * 65_537).toString(16) }),
  'a payment of the provider': (n, turn) => ({ q: `pay_${some(n, turn)}` }),
  'an address': (n, turn) => ({ q: `bc1q${some(n, turn)}` }),
  'a transaction': (n, turn) => ({ q: `tx${some(n, turn)}` }),
  'the last digits of a card': (_, turn) => ({ q: String(1000 + turn) }),
  'a username': (n, turn) => ({ q: `player${some(n / 20, turn)}` }),
  'an e-mail': (n, turn) => ({ q: `player${some(n / 20, turn)}@players.example` }),
  'how an e-mail begins': (n, turn) => ({ q: `player${some(n / 20, turn)}@` }),
  'a code': () => ({ q: 'RARE10' }),
  'what is nowhere': (_, turn) => ({ q: `nothing-of-the-kind-${turn}` }),
}

const calls = Object.fromEntries(
  Object.entries(searches).map(([name, wanted]): [string, ListCall] => [
    name,
    (db, n, turn) => searchOrders(db, { limit: 25, ...wanted(n, turn) }),
  ]),
)

/** Measures the staff's order searches at each size. */
export const measureOrderList = (sizes: readonly number[]) =>
  compareSizes(sizes, 'orders', { fill, calls })

const tables = ['users', 'orders', 'order_items', 'payments']

/** Creates customers with 20 orders of one item and one payment each. Creates the indexes last. */
function fill(size: number) {
  const each = (command: string) =>
    `do $$ declare i record; begin
       for i in select * from kept loop execute ${command}; end loop;
     end $$`
  const triggers = (how: 'disable' | 'enable') =>
    tables.map((table) => `alter table ${table} ${how} trigger all`)
  return [
    `insert into products (slug, name, price_cents)
     select 'game-' || n, 'Game ' || n, 1999 from generate_series(1, ${products}) n`,
    `create temp table kept as
       select indexname, indexdef from pg_indexes
        where tablename in (${tables.map((table) => `'${table}'`).join(', ')})
          and indexname not in (select conname from pg_constraint)`,
    each(`'drop index ' || i.indexname`),
    ...triggers('disable'),
    `insert into users (username, email)
     select 'player' || n, 'player' || n || '@players.example'
       from generate_series(1, ${size / 20}) n`,
    // Spread over all ids like random ones, but the same in each run.
    `create temp table added as
       select n, md5(n::text)::uuid as id, now() - (${size} - n) * interval '6 seconds' as at
         from generate_series(1, ${size}) n`,
    `insert into orders (id, user_id, type, payment_status, total_cents, created_at, paid_at)
     select id, 1 + (n * 7919::bigint) % (${size} / 20), (array['card', 'crypto'])[1 + n % 2],
            (array['finished', 'finished', 'finished', 'expired', 'refunded', 'waiting'])[1 + n % 6],
            999 + n % 5000, at, case when n % 6 < 3 or n % 6 = 4 then at end
       from added order by n`,
    `insert into order_items (order_id, product_id, product_name, months, list_cents, discount_code)
     select id, 1 + n % ${products}, 'Game ' || 1 + n % ${products}, 1, 999 + n % 5000,
            case when n < 20000 and n % 2003 = 0 then 'RARE10' end
       from added order by n`,
    `insert into payments (order_id, provider, provider_id, status, amount_cents, created_at,
                           card_last4, pay_address, transaction_id)
     select id, case when n % 2 = 0 then 'stripe' else 'nowpayments' end, 'pay_' || n, 'finished',
            999 + n % 5000, at, case when n % 2 = 0 then (1000 + n % 9000)::text end,
            case when n % 2 = 1 then 'bc1q' || n end, case when n % 2 = 1 then 'tx' || n end
       from added order by n`,
    'drop table added',
    ...triggers('enable'),
    each('i.indexdef'),
    'drop table kept',
    ...tables.map((table) => `vacuum analyze ${table}`),
  ]
}
