import pg from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#server/kernel/migrate.ts'
import { createOlderDatabase } from '#server/kernel/testing/older-database.ts'

test('the log and the events of a shop that is older than its months move to them', async () => {
  const database = await createOlderDatabase('0022')
  const client = new pg.Client(database.url)
  try {
    await client.connect()
    await client.query(`
      insert into logs (created_at, level, type, message, details, user_id)
        select timestamptz '2024-11-30 12:00Z' + n * interval '6 hours', 1, 'old', 'Entry ' || n,
               jsonb_build_object('n', n), n from generate_series(1, 300) n;
      insert into events (created_at, type, user_id, actor_id, data)
        select now() - n * interval '1 day', 'user.changed', n, 7, '{"n": 1}' from generate_series(1, 90) n`)
    const state = async () => ({
      logs: (await client.query('select * from logs order by id')).rows,
      events: (await client.query('select * from events order by id')).rows,
    })
    const old = await state()
    await migrate(database.url)
    const moved = await state()
    expect(moved).toEqual(old)

    const rest = await client.query(
      'select (select count(*)::int from months.logs_rest) + (select count(*)::int from months.events_rest) as left',
    )
    expect(rest.rows).toEqual([{ left: 0 }])
    const december = await client.query('select count(*)::int as rows from months.logs_2024_12')
    expect(december.rows).toEqual([{ rows: 31 * 4 }])
    const next = await client.query(
      `insert into logs (level, type, message) values (0, 'new', 'Next') returning id::int`,
    )
    expect(next.rows[0].id).toBeGreaterThan(300)
    await expect(client.query('delete from logs')).rejects.toThrow('append-only')
    await expect(client.query('truncate months.logs_2024_12')).rejects.toThrow('append-only')
  } finally {
    await client.end()
    await database.drop()
  }
})
