import { listLogs } from '#server/platform/logs/list.ts'
import { listSources } from '#server/platform/logs/sources.ts'
import { compareSizes, type ListCall } from './filled.ts'

const hour = 3_600_000

type Wanted = Partial<Parameters<typeof listLogs>[1]>

/** Filters as staff use them. `n` is the number of entries, `turn` varies the search. */
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

const calls: Record<string, ListCall> = {
  ...Object.fromEntries(
    Object.entries(filters).map(([name, wanted]): [string, ListCall] => [
      name,
      (db, n, turn) => listLogs(db, { page: 0, limit: 10, ...wanted(n, turn) }),
    ]),
  ),
  'the sources': listSources,
}

/** Measures log filters with totals at each size. */
export const measureLogs = (sizes: readonly number[]) =>
  compareSizes(sizes, 'entries', { fill, calls })

/** Creates the indexes last, which is faster than updating them for each row. */
function fill(size: number) {
  const each = (command: string) =>
    `do $$ declare i record; begin
       for i in select * from kept loop execute ${command}; end loop;
     end $$`
  return [
    `create temp table kept as
       select indexname, indexdef from pg_indexes
        where tablename = 'logs' and indexname not in (select conname from pg_constraint)`,
    each(`'drop index ' || i.indexname`),
    `select make_months('logs', now() - ${size} * interval '4 seconds', now())`,
    `insert into logs (created_at, level, type, message, details, user_id)
     select now() - (${size} - n) * interval '4 seconds', m.level, m.type,
            case when n % 2003 = 0 and n < 20000 then 'Needle found' else m.message end,
            jsonb_build_object('request', n) || m.details,
            case when n % 3 > 0 then 1 + (n * 7919::bigint) % (${size} / 20) end
       from generate_series(1, ${size}) n
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
