import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Folders of `server/` that hold no domains: adapters for external services, and the kernel. */
const others = ['adapters', 'kernel']
/** Folders of `server/shop/` that are no domains: starting test mode, and tests of processes. */
const assembly = ['sandbox', 'running']

test('the README names every group and every domain of the server once', async () => {
  const readme = await readFile(path.join(root, 'README.md'), 'utf8')
  const [, after = ''] = readme.split('The domains of `server/`')
  const [table = ''] = after.split('\n\n').slice(1)
  const named = [...table.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)
  const domains: string[] = []
  for await (const folder of glob('server/{*,*/*}/', { cwd: root })) {
    const [, group = '', name = group] = folder.replace(/\/$/, '').split('/')
    if (!others.includes(group) && !assembly.includes(name)) domains.push(name)
  }
  expect(named.toSorted()).toEqual(domains.toSorted())
})
