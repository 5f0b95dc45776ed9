import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Matches imports that exist at run time. Type imports are erased and create no dependency. */
const imported =
  /^(?:import|export)(?! type)\s[^'"]*?from '([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm

/**
 * The folder of a file, as its path below `server` or `web`. The folders of `server` are those in its
 * groups, such as `selling/orders` and `kernel/http`. A file outside the folders, such as a list of
 * all folders' parts, counts as a folder.
 */
function folderOf(part: 'server' | 'web', file: string): string {
  return file
    .split('/')
    .slice(1, part === 'server' ? 3 : 2)
    .join('/')
}

/** The folders of `server` or `web`, each with the folders that it imports from. */
async function readFolders(part: 'server' | 'web') {
  const folders = new Map<string, Set<string>>()
  for await (const file of glob(`${part}/**/*.{ts,tsx}`, { cwd: root })) {
    if (/\.test\.tsx?$|\/testing\//.test(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    const own = folderOf(part, file)
    const others = folders.get(own) ?? new Set<string>()
    folders.set(own, others)
    for (const [, from, lazily, alone] of text.matchAll(imported)) {
      const to = resolved(file, from ?? lazily ?? alone ?? '')
      const other = folderOf(part, to)
      if (to.startsWith(`${part}/`) && other !== own) others.add(other)
    }
  }
  return folders
}

/** The target of an import, relative to the root of the project. */
function resolved(file: string, from: string): string {
  return from.startsWith('.') ? path.join(path.dirname(file), from) : from.replace(/^#/, '')
}

/** A dependency cycle from a folder back to itself, or null if there is none. */
function circleOf(start: string, folders: Map<string, Set<string>>): string[] | null {
  const seen = new Set<string>()
  const walk = (at: string, way: string[]): string[] | null => {
    for (const next of folders.get(at) ?? []) {
      if (next === start) return [...way, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = walk(next, [...way, next])
      if (found) return found
    }
    return null
  }
  return walk(start, [start])
}

test.each([
  { part: 'server', folder: 'selling/orders', needs: 'access/subscriptions' },
  { part: 'web', folder: 'checkout', needs: 'cart' },
] as const)('no folder of $part needs one that needs it', async ({ part, folder, needs }) => {
  const folders = await readFolders(part)
  expect(folders.get(folder)).toContain(needs)
  const circles = [...folders.keys()].map((start) => circleOf(start, folders)?.join(' → '))
  expect(circles.filter(Boolean)).toEqual([])
})

/**
 * The parts of the project that each part may import from, including types. Tools may import from
 * all.
 */
const known: Record<string, string[]> = {
  contract: [],
  db: [],
  web: ['contract'],
  server: ['contract', 'db'],
  sandbox: ['contract', 'server'],
  demo: ['contract', 'db', 'sandbox', 'server'],
  bin: ['server'],
}
/** Exceptions: where a process of another part is started, and the app whose pages are served. */
const exceptions = [
  'server/main.ts → bin',
  'server/shop/sandbox/sandbox-clock.ts → sandbox',
  'server/shop/sandbox/sandbox-process.ts → sandbox',
  'server/shop/sandbox/sandbox.ts → sandbox',
  'server/shop/site/pages.ts → web',
]
const named = /^(?:import|export)\s[^'"]*?from '([^']+)'|import\('([^']+)'\)|^import '([^']+)'/gm
const parts = [...Object.keys(known), 'bench', 'e2e', 'faults']

test('no part of the project knows one that it must not, by whatever name', async () => {
  const arrows = new Set<string>()
  for (const part of Object.keys(known))
    for await (const file of glob(`${part}/**/*.{ts,tsx,js}`, { cwd: root })) {
      if (/\.test\.tsx?$|\/testing\//.test(file)) continue
      const text = await readFile(path.join(root, file), 'utf8')
      for (const [, from, lazily, alone] of text.matchAll(named)) {
        const [other = ''] = resolved(file, from ?? lazily ?? alone ?? '').split('/')
        if (other !== part && parts.includes(other) && !known[part]!.includes(other))
          arrows.add(`${file} → ${other}`)
      }
    }
  expect([...arrows].sort()).toEqual(exceptions)
})

test('the kernel knows no domain, types included', async () => {
  const known = new Set<string>()
  for await (const file of glob('server/kernel/**/*.ts', { cwd: root })) {
    if (/\.test\.tsx?$|\/testing\//.test(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    for (const [, from, lazily, alone] of text.matchAll(named)) {
      const to = resolved(file, from ?? lazily ?? alone ?? '')
      if (to.startsWith('server/')) known.add(to.split('/').slice(0, 2).join('/'))
    }
  }
  expect([...known]).toEqual(['server/kernel'])
})
