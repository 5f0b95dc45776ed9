import { access, glob, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** The groups of `server/`, lowest first. A file imports from its own group and from lower ones. */
const groups = [
  ...['kernel', 'adapters', 'platform', 'access', 'catalogue', 'licensing', 'selling'],
  ...['outages', 'people', 'shop'],
]
/** `contract/` has the same groups. `wire/` has the schemas and limits that all of them use. */
const order = { server: groups, contract: ['wire', ...groups.slice(2)] }

const imported =
  /^(?:import|export)\s[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'/gm

/** The target of an import, relative to the root of the project. */
function resolved(file: string, from: string): string {
  return from.startsWith('.') ? path.join(path.dirname(file), from) : from.replace(/^#/, '')
}

/** The imports from a higher group, as "file → file". */
async function readUpward(part: 'server' | 'contract') {
  const ranks = order[part]
  // Files outside the groups start the shop, and may import all groups.
  const rankOf = (file: string) => {
    const [, group = ''] = file.split('/')
    return ranks.includes(group) ? ranks.indexOf(group) : ranks.length
  }
  const upward: string[] = []
  for await (const file of glob(`${part}/**/*.ts`, { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    for (const [, from, lazily, alone] of text.matchAll(imported)) {
      const to = resolved(file, from ?? lazily ?? alone ?? '')
      if (to.startsWith(`${part}/`) && rankOf(to) > rankOf(file)) upward.push(`${file} → ${to}`)
    }
  }
  return upward
}

test.each(['server', 'contract'] as const)(
  'no group of %s imports from a higher group, types included',
  async (part) => {
    expect((await readUpward(part)).toSorted()).toEqual([])
  },
)

test('every folder of server and contract is a group, and each group of server has a README', async () => {
  for (const [part, names] of Object.entries(order)) {
    const entries = await readdir(path.join(root, part), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(folders.toSorted()).toEqual(names.toSorted())
  }
  for (const group of groups) await access(path.join(root, 'server', group, 'README.md'))
})

test.each(['server', 'contract', 'server/kernel'])('%s has 14 entries at most', async (folder) => {
  expect((await readdir(path.join(root, folder))).length).toBeLessThanOrEqual(14)
})
