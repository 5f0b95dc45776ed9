import { listUsers } from '#server/staff-users/search.ts'
import { p95, withDatabase } from './filled.ts'
import { printRow } from './print.ts'

const rounds = 60

/** Searches as staff do them; `n` is how many users there are, `turn` varies what is looked for. */
const searches: Record<string, (n: number, turn: number) => object> = {
  'the newest': () => ({ page: 0 }),
  'as deep as pages go': (n) => ({ page: Math.min(n, 10_000) / 25 - 1 }),
  'a word of many addresses': () => ({ page: 0, search: 'players.example' }),
  'a word of some names': (_, turn) => ({
    page: 0,
    search: ['quietfox', 'IRON', 'saint1'][turn % 3],
  }),
  'one name, in part': (n, turn) => ({
    page: 0,
    search: `${Math.floor((n * turn) / rounds) + 1}@`,
  }),
  'one id': (n, turn) => ({ page: 0, search: String(Math.floor((n * turn) / rounds) + 1) }),
  'how names begin': (_, turn) => ({ page: 0, search: ['qu', 'ir', 'zz'][turn % 3] }),
  nothing: (_, turn) => ({ page: 0, search: `nobody-at-all-${turn}` }),
}

/** User search, the same at each size: the ratio is to the smallest. */
export async function measureUsers(sizes: readonly number[]) {
  await withDatabase(async ({ db, run }) => {
    const smallest = new Map<string, number>()
    let there = 0
    for (const size of sizes) {
      await run(...fill(there, size))
      there = size
      for (const [name, wanted] of Object.entries(searches)) {
        const took = await p95(rounds, (turn) =>
          listUsers(db, { limit: 25, page: 0, ...wanted(size, turn) }),
        )
        const first = smallest.get(name) ?? took
        smallest.set(name, first)
        const figure = `${took.toFixed(1)} ms  = ${(took / first).toFixed(2)}`
        printRow(`${size.toLocaleString('en-US')} users: ${name}`, figure, 'aim: 2.00 or less')
      }
    }
  })
}

/** Indexes are made at the end, which is faster than keeping them. */
function fill(from: number, to: number) {
  return [
    'drop index users_words, users_username_begins',
    `insert into users (username, email, created_at, verified_at)
     select name, name || '@players.example', now() - (10000000 - n) * interval '5 seconds', now()
       from (select n,
                    (array['quiet', 'rapid', 'lucky', 'north', 'iron', 'velvet', 'late', 'odd'])[1 + n % 8]
                    || (array['fox', 'heron', 'anvil', 'comet', 'badger', 'pilot', 'rook'])[1 + n % 7]
                    || n as name
               from generate_series(${from + 1}, ${to}) n) named`,
    `create index users_words on users
       using gin (lower(username || ' ' || email) gin_trgm_ops) with (fastupdate = off)`,
    'create index users_username_begins on users (lower(username) text_pattern_ops)',
    'select fold_days()',
    'vacuum analyze users',
    'vacuum analyze user_days',
  ]
}
