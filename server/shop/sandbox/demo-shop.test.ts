import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { furnishDemoShop } from './demo-shop.ts'

const program = path.join(import.meta.dirname, '../../../demo/seed.ts')

test('a start fails with one sentence and the reason if the demo data cannot be created', async () => {
  const [port] = await freePorts(1)
  const url = `postgres://loadout@127.0.0.1:${port}/loadout`
  const env = { ...process.env, DATABASE_URL: url, DATABASE_DIRECT_URL: url, SANDBOX: '1' }
  const seeding = promisify(execFile)(process.execPath, [program], { env })
  const { stderr } = await seeding.then(
    () => ({ stderr: '' }),
    (error: { stderr: string }) => error,
  )
  expect(stderr.trim()).toMatch(
    /^The database failed during the command \(.*\)\. Check that it is running/,
  )
  expect(stderr.trim().split('\n')).toHaveLength(1)
  const failed = await furnishDemoShop(url).catch((error) => error)
  expect(failed).toBeInstanceOf(StartError)
  expect(failed.message).toContain(
    'The demo data could not be created (the process ended with code 1)',
  )
})
