import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** What `contract/` names otherwise than the folder of `server/` that answers it. */
const elsewhere: Record<string, string> = {
  'campaign-form': 'campaigns',
  captcha: 'sessions',
  crypto: 'payments',
  'devices.why': 'loader-api',
  discounts: 'orders',
  infractions: 'devices',
  mails: 'mail',
  pairings: 'loader-api',
  'payments.cancelSubscription': 'renewals',
  preview: 'media',
  releases: 'loader',
  'staff-mail-texts': 'mail',
  'staffOrders.ask': 'payments',
  suppressions: 'mail',
  unsubscribe: 'mail',
  users: 'staff-users',
  webhooks: 'payments',
}

/** Every endpoint as it is spelled, with the name of the file that declares it. */
async function readDeclared() {
  const declared = new Map<string, string>()
  for await (const file of glob('contract/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const nouns = Object.entries<object>(await import(path.join(root, file)))
    for (const [noun, calls] of nouns)
      for (const [call, value] of Object.entries(calls))
        if (value?.path && value.method) declared.set(`${noun}.${call}`, path.basename(file, '.ts'))
  }
  return declared
}

test('an endpoint is answered in the folder of its noun, by one line of its routes', async () => {
  const declared = await readDeclared()
  const unanswered = new Set(declared.keys())
  for await (const file of glob('server/**/*routes.ts', { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8')
    for (const [, endpoint = ''] of text.matchAll(/\bmount\(\s*app,\s*(\w+\.\w+)/g)) {
      const noun = declared.get(endpoint) ?? ''
      const folder = elsewhere[endpoint] ?? elsewhere[noun] ?? noun.replace(/^staff-/, '')
      expect([endpoint, file]).toEqual([endpoint, expect.stringMatching(`^server/${folder}/`)])
      expect(unanswered.delete(endpoint), `${endpoint} once`).toBe(true)
    }
  }
  expect([...unanswered]).toEqual([])
  expect(declared.size).toBeGreaterThan(100)
})
