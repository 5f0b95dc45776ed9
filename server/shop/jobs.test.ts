import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { paymentProvider } from '#contract/wire/payment-provider.ts'
import { jobs } from './domains.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Placeholder in the names of jobs that exist once per provider. */
const placeholder = ['$', '{provider}'].join('')

async function readDeclared() {
  const names: (string | undefined)[] = []
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    const [, ...declarations] = text.split(/\bjob\(/)
    for (const each of declarations) {
      const name = /^\{\s*name: (['`])([^'`]+)\1/.exec(each)?.[2]
      if (!name?.includes(placeholder)) names.push(name)
      else names.push(...paymentProvider.options.map((of) => name.replace(placeholder, of)))
    }
  }
  return names
}

test('every declared job has a worker: a job without one would wait forever', async () => {
  const worked = jobs.map(({ name }) => name)
  expect(worked.toSorted()).toEqual((await readDeclared()).toSorted())
  expect(new Set(worked).size, 'no two have one name').toBe(worked.length)
})

test('every queued job name is declared', async () => {
  const declared = await readDeclared()
  const named: string[] = []
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const text = await readFile(path.join(root, file), 'utf8')
    for (const [, name] of text.matchAll(/\{ name: '([a-z_]+\.[a-z_]+)' \}/g)) named.push(name!)
  }
  expect(named).not.toEqual([])
  for (const name of named) expect(declared).toContain(name)
})

/** The parts of a shop that a job can only use by calling an outside service. */
const outside = /\b(card|crypto|mail|discord|announcements|vies|storage)\b/
/** Checks only whether Discord is set up. */
const callsNothing = ['discord.sweep']

test('a job that calls an external service names it, so that it has workers of its own', async () => {
  const unnamed: string[] = []
  for await (const file of glob('server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const [, ...declarations] = (await readFile(path.join(root, file), 'utf8')).split(/\bjob\(/)
    for (const each of declarations) {
      const [declaration = ''] = each.split(/^ *\}\)/m)
      const [, used = ''] = /\brun: (?:async )?\(\{([^}]*)\}/.exec(declaration) ?? []
      if (!outside.test(used) || declaration.includes('waitsFor: ')) continue
      unnamed.push(/name: '([^']+)'/.exec(declaration)?.[1] ?? declaration)
    }
  }
  expect(unnamed).toEqual(callsNothing)
})
