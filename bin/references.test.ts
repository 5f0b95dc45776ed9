import { access, glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const named =
  /`((?:bench|bin|clients|contract|db|demo|docs|e2e|faults|sandbox|server|web)\/[^`\s]+)`/g

test('the files that the documents name are there', async () => {
  const gone: string[] = []
  let found = 0
  for await (const file of glob(['*.md', 'docs/**/*.md', 'server/*/README.md'], { cwd: root })) {
    const text = await readFile(path.join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(named)) {
      found += 1
      await access(path.join(root, name)).catch(() => gone.push(`${file}: ${name}`))
    }
  }
  expect(gone).toEqual([])
  expect(found).toBeGreaterThan(0)
})
