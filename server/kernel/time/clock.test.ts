import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Code that reads the machine's time instead of the clock. Durations use `performance.now()`. */
const inScripts = /\bDate\.now\b|\bnew Date\(\)|\bnew Date\b(?!\()|\bDate\(\)/
/** SQL keywords that no schema can precede, and functions that the clock does not replace. */
const inSql =
  /\b(current_(timestamp|date|time)|localtime(stamp)?)\b|\b((statement|transaction)_timestamp|timeofday)\(|pg_catalog\.now/i

const clocks = ['server/kernel/time/clock.ts', 'server/kernel/time/moved-clock.ts', 'web/clock.ts']
const sources = (pattern: string) =>
  globSync(pattern).filter(
    (file) => !clocks.includes(file) && !/\.test\.tsx?$|\/testing\//.test(file),
  )

const without = (text: string) => text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')

test('distinguishes direct readings of the time from readings of the clock', () => {
  for (const past of ['Date.now()', 'useState(Date.now)', 'new Date()', 'x = new Date'])
    expect(inScripts.test(past), past).toBe(true)
  for (const fine of ['new Date(at)', 'clock.now()', 'performance.now()', 'type: Date'])
    expect(inScripts.test(fine), fine).toBe(false)
  for (const past of ['current_timestamp', 'statement_timestamp()', 'CURRENT_DATE'])
    expect(inSql.test(past), past).toBe(true)
  for (const fine of ['now()', 'clock_timestamp()', 'current_user'])
    expect(inSql.test(fine), fine).toBe(false)
})

test('server and stand-ins read the time from the clock', () => {
  const files = sources('{server,sandbox}/**/*.ts')
  expect(files.length).toBeGreaterThan(300)
  const past = files.filter((file) => inScripts.test(without(readFileSync(file, 'utf8'))))
  expect(past).toEqual([])
})

test('SQL reads the time from functions that can be replaced', () => {
  const files = [...sources('{server,demo}/**/*.ts'), ...globSync('db/{schema,migrations}/*.sql')]
  const past = files.filter((file) => inSql.test(without(readFileSync(file, 'utf8'))))
  expect(past).toEqual([])
})
