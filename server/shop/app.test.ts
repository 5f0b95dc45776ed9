import { glob } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const contract = path.resolve(import.meta.dirname, '../../contract')

/** Returns all endpoints that a module exports, alone or in a group. */
function endpointsIn(value: unknown): Endpoint[] {
  if (typeof value !== 'object' || value === null) return []
  if ('method' in value && 'path' in value && 'result' in value) return [value as Endpoint]
  return Object.getPrototypeOf(value) === Object.prototype
    ? Object.values(value).flatMap(endpointsIn)
    : []
}

test('serves every declared call and no other', async () => {
  const declared: Endpoint[] = []
  for await (const file of glob('**/*.ts', { cwd: contract, exclude: ['**/*.test.ts'] })) {
    const exported = await import(path.join(contract, file))
    declared.push(...Object.values(exported).flatMap(endpointsIn))
  }
  const { app, close } = await openTestShop()
  const names = (endpoints: Iterable<Endpoint>) =>
    [...new Set(endpoints)].map(({ method, path }) => `${method} ${path}`).sort()
  try {
    expect(names(app.endpoints)).toEqual(names(declared))
  } finally {
    await close()
  }
})
