import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** What runs of an import: types are gone by then, and tie nothing. */
const imported = /^(?:import|export)(?! type)\s[^'"]*?from '([^']+)'|import\('([^']+)'\)/gm

/** Folders of the server, each with those that it imports from. */
async function readFolders() {
  const folders = new Map<string, Set<string>>()
  for await (const file of glob('server/*/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    const [, own = ''] = file.split('/')
    const others = folders.get(own) ?? new Set<string>()
    folders.set(own, others)
    for (const [, from, lazily] of text.matchAll(imported)) {
      const [, other] = /^#server\/([^/]+)\//.exec(from ?? lazily ?? '') ?? []
      if (other && other !== own) others.add(other)
    }
  }
  return folders
}

/** A way from a folder back to itself; null when there is none. */
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

test('no folder of the server needs one that needs it', async () => {
  const folders = await readFolders()
  expect([...folders.keys()]).toContain('kernel')
  expect(folders.get('orders')).toContain('subscriptions')
  const circles = [...folders.keys()].map((folder) => circleOf(folder, folders)?.join(' → '))
  expect(circles.filter(Boolean)).toEqual([])
})
