import { listUsers } from '#server/people/staff-users/search.ts'
import { compareSizes, type ListCall, listTurns } from './filled.ts'

/**
 * Searches as staff use them. `n` is the number of users. `turn` varies the search over all of
 * them.
 */
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
    search: `${Math.floor((n * turn) / listTurns) + 1}@`,
  }),
  'one id': (n, turn) => ({ page: 0, search: String(Math.floor((n * turn) / listTurns) + 1) }),
  'how names begin': (_, turn) => ({ page: 0, search: ['qu', 'ir', 'zz'][turn % 3] }),
  nothing: (_, turn) => ({ page: 0, search: `nobody-at-all-${turn}` }),
}

const calls = Object.fromEntries(
  Object.entries(searches).map(([name, wanted]): [string, ListCall] => [
    name,
    (db, n, turn) => listUsers(db, { limit: 25, page: 0, ...wanted(n, turn) }),
  ]),
)

/** Measures user searches at each size. */
export const measureUsers = (sizes: readonly number[]) =>
  compareSizes(sizes, 'users', { fill, calls })

/** Creates the indexes last, which is faster than updating them for each row. */
function fill(size: number) {
  return [
    'drop index users_words, users_username_begins',
    `insert into users (username, email, created_at, verified_at)
     select name, name || '@players.example', now() - (${size} - n) * interval '5 seconds', now()
       from (select n,
                    (array['quiet', 'rapid', 'lucky', 'north', 'iron', 'velvet', 'late', 'odd'])[1 + n % 8]
                    || (array['fox', 'heron', 'anvil', 'comet', 'badger', 'pilot', 'rook'])[1 + n % 7]
                    || n as name
               from generate_series(1, ${size}) n) named`,
    `create index users_words on users
       using gin (lower(username || ' ' || email) gin_trgm_ops) with (fastupdate = off)`,
    'create index users_username_begins on users (lower(username) text_pattern_ops)',
    'select fold_days()',
    'vacuum analyze users',
    'vacuum analyze user_days',
  ]
}
