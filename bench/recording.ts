import { hash } from 'node:crypto'
import type pg from 'pg'
import type { Statement } from '#server/kernel/testing/recorded-statements.ts'

/** Larger than any count or sum, so that ids from sequences starting here can be recognised. */
export const firstId = 1_000_000_000

const isId = (value: string) => value.length === 36 || Number(value) > firstId

/**
 * Sends the statements again as named prepared statements, like a pool that caches them. A value
 * that an earlier statement returned, such as the order's id, is replaced in later statements by
 * its new value. `fresh` lists the other values that must be new.
 */
export async function replay(
  client: pg.PoolClient,
  recording: readonly Statement[],
  fresh: Iterable<[string, string]>,
) {
  const given = new Map(fresh)
  const known = new Map(given)
  const current = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(current)
    if (typeof value === 'number') return known.get(String(value)) ?? value
    if (typeof value !== 'string') return value
    let text = value
    for (const [before, now] of known)
      if (text.includes(before)) text = text.replaceAll(before, now)
    return text
  }
  for (const [at, { text, values, rows }] of recording.entries()) {
    const name = values.length > 0 ? { name: `statement_${at}` } : {}
    const result = await client.query({ ...name, text, values: rehashed(values, current) })
    rows.forEach((row, index) => {
      for (const [column, value] of Object.entries(row)) {
        const now = result.rows[index]?.[column]
        const before = String(value)
        if (now === undefined || !isId(before) || given.has(before)) continue
        known.set(before, String(now))
        // The number of a document is one above the last number of its series.
        if (column === 'last') known.set(String(Number(before) + 1), String(Number(now) + 1))
      }
    })
  }
}

/**
 * Replaces the values with the current ones. A hash of another value becomes the hash of its new
 * value.
 */
function rehashed(values: readonly unknown[], current: (value: unknown) => unknown): unknown[] {
  const hashed = (value: unknown) =>
    values.find((other) => typeof other === 'string' && hash('sha256', other) === value)
  return values.map((value) => {
    const of = typeof value === 'string' && /^[0-9a-f]{64}$/.test(value) ? hashed(value) : undefined
    return of === undefined ? current(value) : hash('sha256', String(current(of)))
  })
}
