import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createBareDatabase } from '#server/kernel/testing/database.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { printedLink } from './testing/printed-link.ts'

test('a restarted shop prints a new link, and the previous one has expired', async () => {
  const database = await createBareDatabase()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-setup-'))
  const check = (url: string, link: string) =>
    fetch(`${url}/api/setup/link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.split('#')[1] }),
    }).then(({ status }) => status)
  let shop = await startShop(database.url, dataDir, { SANDBOX: '0' })
  const printed = async () => {
    await expect.poll(() => printedLink(shop)).toBeDefined()
    return printedLink(shop)!
  }
  try {
    const first = await printed()
    expect(await check(shop.url, first)).toBe(200)
    await shop.stop()
    shop = await startShop(database.url, dataDir, { SANDBOX: '0' })
    const second = await printed()
    expect(await Promise.all([first, second].map((link) => check(shop.url, link)))).toEqual([
      400, 200,
    ])
  } finally {
    await shop.stop()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
