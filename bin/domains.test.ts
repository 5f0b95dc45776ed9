import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/**
 * The folders that are not domains: adapters for external services, the kernel, and the assembly of
 * a running shop.
 */
const others = ['adapters', 'kernel', 'shop']

test('the README names every domain of the server once', async () => {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8')
  const [, after = ''] = readme.split('The domains of `server/`')
  const [table = ''] = after.split('\n\n').slice(1)
  const named = [...table.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)
  const entries = await readdir(path.join(root, 'server'), { withFileTypes: true })
  const domains = entries
    .filter((entry) => entry.isDirectory() && !others.includes(entry.name))
    .map(({ name }) => name)
  expect(named.toSorted()).toEqual(domains.toSorted())
})
