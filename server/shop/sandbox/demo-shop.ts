import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { StartError } from '#server/kernel/config/start-error.ts'
import type { Database } from '#server/kernel/database/database.ts'

const program = fileURLToPath(new URL('../../../demo/seed.ts', import.meta.url))

/** A shop that someone has started to set up does not receive the demo data. */
export async function isEmpty(db: Database): Promise<boolean> {
  const anything = await Promise.all([
    db.selectFrom('products').select('id').limit(1).execute(),
    db.selectFrom('users').select('id').limit(1).execute(),
  ])
  return anything.every((rows) => rows.length === 0)
}

/** Uses another process: painting takes hundreds of megabytes that a server would never release. */
export async function furnishDemoShop(databaseUrl: string) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  if (code === 0) return
  const end = signal ? `signal ${signal}` : `code ${code}`
  throw new StartError(
    `The demo data could not be created (the process ended with ${end}). Start the shop again to continue.`,
  )
}
