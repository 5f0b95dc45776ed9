import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { domains } from '#server/shop/domains.ts'

test('the operator can read what is deleted, and when', async () => {
  const page = await readFile(
    new URL('../../../docs/operating/retention.md', import.meta.url),
    'utf8',
  )
  const rows = domains
    .flatMap(({ retention = [] }) => retention)
    .map(({ what, keeps }) => `| ${what} | ${keeps} |`)
  for (const row of rows) expect(page.replaceAll(/ +/g, ' ')).toContain(row)
})
