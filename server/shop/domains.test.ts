import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { domains } from './domains.ts'

const root = path.resolve(import.meta.dirname, '../..')

async function readDeclaredMails() {
  const names: string[] = []
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    for (const [, name] of text.matchAll(/(?:\bmail\(\s*|: Mail = \{ name: )'([a-z-]+)'/g))
      names.push(name!)
  }
  return names
}

test('every declared mail is listed once, by one domain', async () => {
  const listed = domains.flatMap(({ mails = [] }) => mails.map(({ name }) => name))
  expect(listed.toSorted()).toEqual((await readDeclaredMails()).toSorted())
  expect(new Set(listed).size).toBe(listed.length)
})
