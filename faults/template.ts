import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '#server/kernel/database/database.ts'
import { migrate } from '#server/kernel/migrations/migrate.ts'
import { createServer, openServer, ownByAccount } from '#server/kernel/testing/own-postgres.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'

let template = ''

/**
 * Creates the shop that every scenario copies: the full demo shop, which takes a while, or one with
 * a single product. Returns a function that removes it.
 */
export async function prepareShop({ furnished }: { furnished: boolean }): Promise<() => void> {
  template = newFolder()
  const database = path.join(template, 'database')
  await createServer(database)
  const server = await openServer(database)
  await migrate(server.url)
  if (!furnished) await addProduct(server.url)
  const shop = await startShop(server.url, path.join(template, 'files'))
  await shop.stop()
  await server.stop()
  return () => rmSync(template, { recursive: true, force: true })
}

/** A shop that has a product does not get the demo data. */
async function addProduct(url: string) {
  const db = openDatabase(url, 1)
  const product = { name: 'Counter-Strike 2', slug: 'cs2', price_cents: 1799 }
  await db.insertInto('products').values(product).execute()
  await db.destroy()
}

/** A new copy: `database` for `openServer`, `files` for the shop. */
export function copyShop(folder = newFolder()) {
  cpSync(template, folder, { recursive: true })
  const database = path.join(folder, 'database')
  ownByAccount(database)
  return {
    database,
    files: path.join(folder, 'files'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function newFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'loadout-faults-'))
  // PostgreSQL may run as a different user, who needs access to its own folder inside.
  chmodSync(folder, 0o711)
  return folder
}
