import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Endpoint } from '#contract/wire/endpoint.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Endpoints that another folder implements than their name suggests, each with the reason. */
const elsewhere: Record<string, string> = {
  // Returns decisions of the loader API. The loader API depends on devices, so devices cannot
  // depend on it.
  'devices.why': 'licensing/loader-api',
  // The pricing of orders calculates the discount, and it depends on the codes.
  'discounts.check': 'selling/orders',
}

/** Files of `contract/` that are too small for a folder of their own in `server/`. */
const partOf: Record<string, string> = {
  captcha: 'sessions',
  infractions: 'devices',
  search: 'overview',
  'second-factor': 'sessions',
  waiting: 'overview',
}

/**
 * The folder that implements a file of `contract/`: the folder with the same name, with or without
 * `staff-`, or the one whose noun the name begins with, as in `mail-suppressions` and `mail`.
 */
function folderOf(name: string, folders: string[]): string | undefined {
  if (partOf[name]) return partOf[name]
  const noun = name.replace(/^staff-/, '')
  const own = [name, noun].find((folder) => folders.includes(folder))
  return own ?? folders.find((folder) => noun.startsWith(`${folder.replace(/s$/, '')}-`))
}

type Declared = { group: string; file: string; endpoint: Endpoint }

/** Every declared endpoint, with the name of the file that declares it. */
async function readDeclared() {
  const declared = new Map<string, Declared>()
  for await (const file of glob('contract/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const [, group = ''] = file.split('/')
    const nouns = Object.entries<object>(await import(path.join(root, file)))
    for (const [noun, calls] of nouns)
      for (const [call, value] of Object.entries(calls))
        if (value?.path && value.method) {
          const from = path.basename(file, '.ts')
          declared.set(`${noun}.${call}`, { group, file: from, endpoint: value })
        }
  }
  return declared
}

test('an endpoint is answered in the folder of its noun, by one line of its routes', async () => {
  const declared = await readDeclared()
  const routes: string[] = []
  for await (const file of glob('server/*/*/*routes.ts', { cwd: root })) routes.push(file)
  const folders = [...new Set(routes.map((file) => path.basename(path.dirname(file))))]
  const unanswered = new Set(declared.keys())
  for (const file of routes) {
    const text = await readFile(path.join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(/\bmount\(\s*app,\s*(\w+\.\w+)/g)) {
      const { group, file: noun } = declared.get(name) ?? { group: '', file: '' }
      // The groups of `contract/` are those of `server/`.
      const folder = elsewhere[name] ?? `${group}/${folderOf(noun, folders)}`
      expect([name, path.dirname(file)]).toEqual([name, `server/${folder}`])
      expect(unanswered.delete(name), `${name} once`).toBe(true)
    }
  }
  expect([...unanswered]).toEqual([])
  expect(declared.size).toBeGreaterThan(100)
})

/** Staff lists without pagination, each with the reason. */
const whole = [
  // A fixed set of choices.
  'campaignForm.groups',
  'credits.products',
  'logs.sources',
  'staffSubscriptions.products',
  // Lists of items that the shop's code defines.
  'health.mailDomain',
  'services.list',
  'staffTexts.list',
  'setup.missing',
  // As many points as the requested days.
  'overview.charts',
  // The latest entries of one customer, shown next to a ticket.
  'staffTickets.customer',
  // Few, and inserted by name.
  'cannedReplies.list',
  // The latest notes on one ticket, shown in its conversation.
  'ticketNotes.list',
  // The parts of one action's effects, not rows to page through.
  'staffIncidents.effects',
  'staffPayouts.effects',
  'staffReleases.effects',
  // Limited: nobody can start more of them.
  'releaseUploads.list',
  // Continues from its last row, so its length is unlimited.
  'staffOrders.search',
  // A few results of each kind that a search text may match.
  'staffSearch.search',
]

const isList = (name: string, result: Endpoint['result']) => {
  if (/\.(list|history)$/.test(name) || result instanceof z.ZodArray) return true
  if (!(result instanceof z.ZodObject)) return false
  const fields = Object.values(result.shape)
  return 'total' in result.shape || fields.some((field) => field instanceof z.ZodArray)
}

test('lists for staff are paged and say how many there are', async () => {
  const unpaged: string[] = []
  for (const [name, { endpoint }] of await readDeclared()) {
    const { method, who, query, result } = endpoint
    if (method !== 'GET' || who !== 'staff' || name.endsWith('.get') || !isList(name, result))
      continue
    const answers = result instanceof z.ZodObject ? result.shape : {}
    const asks = query instanceof z.ZodObject ? query.shape : {}
    if (!('total' in answers && 'page' in asks && 'limit' in asks)) unpaged.push(name)
  }
  expect(unpaged.toSorted()).toEqual(whole.toSorted())
})
