import { Refusal } from '#server/kernel/errors.ts'
import { listLogs } from '#server/logs/list.ts'
import { listSources } from '#server/logs/sources.ts'
import { p95, withDatabase } from './filled.ts'
import { printRow } from './print.ts'

const rounds = 40
const hour = 3_600_000

type Wanted = Partial<Parameters<typeof listLogs>[1]>

/** Filters as staff set them; `n` is how many entries there are, `turn` varies what is looked for. */
const filters: Record<string, (n: number, turn: number) => Wanted> = {
  'the newest': () => ({}),
  'as deep as pages go': (n) => ({ page: Math.min(n, 10_000) / 10 - 1 }),
  'a level': (_, turn) => ({ level: (turn % 3) as 0 | 1 | 2 }),
  'a level that nothing has': () => ({ level: 3 }),
  'a source': (_, turn) => ({ source: ['auth', 'order', 'loader'][turn % 3] }),
  'a source and a level that never meet': () => ({ source: 'order', level: 2 }),
  'a user': (n, turn) => ({ uid: 1 + ((turn * 7919) % (n / 20)) }),
  'a user and a source': (n, turn) => ({ uid: 1 + ((turn * 7919) % (n / 20)), source: 'auth' }),
  'an hour': (_, turn) => ({
    start_time: new Date(Date.now() - ((turn % 9) + 2) * hour),
    end_time: new Date(Date.now() - ((turn % 9) + 1) * hour),
  }),
  'words of many messages': () => ({ message: 'sign' }),
  'words of few messages': () => ({ message: 'needle' }),
  'words of no message': (_, turn) => ({ message: `nothing of the kind ${turn}` }),
  'a fact of many': () => ({ details: 'type:card' }),
  'a fact of one': (n, turn) => ({ details: `request:${1 + ((turn * 7919) % n)}` }),
  'words and a fact that never meet': () => ({ message: 'signed', details: 'type:card' }),
  'words and a source that never meet': () => ({ message: 'signed', source: 'order' }),
}

/** Filters of the log with its totals, the same at each size: the ratio is to the smallest. */
export async function measureLogs(sizes: readonly number[]) {
  await withDatabase(async ({ db, run }) => {
    const smallest = new Map<string, number>()
    let there = 0
    for (const size of sizes) {
      await run(...fill(there, size))
      there = size
      const print = async (name: string, call: (turn: number) => Promise<unknown>) => {
        const took = await p95(rounds, call)
        const first = smallest.get(name) ?? took
        smallest.set(name, first)
        const figure = `${took.toFixed(1)} ms  = ${(took / first).toFixed(2)}`
        printRow(`${size.toLocaleString('en-US')} entries: ${name}`, figure, 'aim: 2.00 or less')
      }
      for (const [name, wanted] of Object.entries(filters))
        await print(name, (turn) =>
          listLogs(db, { page: 0, limit: 10, ...wanted(size, turn) }).catch(givenUp),
        )
      await print('the sources', () => listSources(db))
    }
  })
}

/** A search that takes too long is refused: the time until then is what it takes. */
function givenUp(error: unknown) {
  if (!(error instanceof Refusal)) throw error
}

/** Indexes are made at the end, which is faster than keeping them. */
function fill(from: number, to: number) {
  const each = (command: string) =>
    `do $$ declare i record; begin
       for i in select * from kept loop execute ${command}; end loop;
     end $$`
  return [
    `create temp table kept as
       select indexname, indexdef from pg_indexes
        where tablename = 'logs' and indexname <> 'logs_pkey'`,
    each(`'drop index ' || i.indexname`),
    `select make_months('logs', now() - 10000000 * interval '4 seconds', now())`,
    `insert into logs (created_at, level, type, message, details, user_id)
     select now() - (10000000 - n) * interval '4 seconds', m.level, m.type,
            case when n % 2003 = 0 and n < 20000 then 'Needle found' else m.message end,
            jsonb_build_object('request', n) || m.details,
            case when n % 3 > 0 then 1 + (n * 7919::bigint) % (${to} / 20) end
       from generate_series(${from + 1}, ${to}) n
       join (values (0, 1, 'auth', 'Signed in', '{"browser": "Firefox"}'::jsonb),
                    (1, 0, 'order', 'Order placed', '{"type": "card"}'),
                    (2, 0, 'loader', 'Build requested', '{"version": "1.4.2"}'),
                    (3, 2, 'auth', 'Wrong password', '{"attempts": 3}'))
         as m (part, level, type, message, details) on m.part = n % 4
      order by n`,
    each(`replace(i.indexdef, ' ON ONLY ', ' ON ')`),
    'drop table kept',
    'vacuum analyze logs',
  ]
}
