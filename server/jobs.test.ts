import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { jobs } from './jobs.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The names of all jobs that the shop declares, as its files spell them. */
async function readDeclared() {
  const names: (string | undefined)[] = []
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    const [, ...declarations] = text.split(/\bjob\(/)
    for (const each of declarations) names.push(/^\{\s*name: '([^']+)'/.exec(each)?.[1])
  }
  return names
}

test('every job that is declared is worked: one that is left out would wait for ever', async () => {
  const worked = jobs.map(({ name }) => name)
  expect(worked.toSorted()).toEqual((await readDeclared()).toSorted())
  expect(new Set(worked).size, 'no two have one name').toBe(worked.length)
})
