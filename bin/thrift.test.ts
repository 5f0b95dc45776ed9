import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const thrift = new URL('./thrift.js', import.meta.url).href
const program = `
  process.execve = (...said) => console.log(JSON.stringify(said))
  const { becomeServer } = await import(${JSON.stringify(thrift)})
  becomeServer()`

function become(env: Record<string, string>) {
  const inherited = { ...process.env }
  for (const name of ['LOADOUT_THRIFTY', 'LOADOUT_DEV', 'MALLOC_ARENA_MAX', 'NODE_ENV'])
    delete inherited[name]
  const args = ['--input-type=module', '-e', program]
  return execFileSync(process.execPath, args, { env: { ...inherited, ...env }, encoding: 'utf8' })
}

test('the server is started with the options that keep its memory small', () => {
  const [file, args, env] = JSON.parse(become({ PORT: '3000' }))
  expect(file).toBe(process.execPath)
  expect(args).toEqual(
    expect.arrayContaining([
      '--max-semi-space-size=4',
      '--initial-old-space-size=64',
      '--heap-growing-percent=40',
    ]),
  )
  expect(args.at(-1)).toMatch(/server\/main\.ts$/)
  expect(env).toMatchObject({
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    PORT: '3000',
    LOADOUT_THRIFTY: '1',
  })
})

test('the server runs in production mode, unless NODE_ENV says otherwise', () => {
  const inside = (env: Record<string, string>) => JSON.parse(become(env))[2].NODE_ENV
  expect(inside({})).toBe('production')
  expect(inside({ NODE_ENV: '' })).toBe('production')
  expect(inside({ NODE_ENV: 'test' })).toBe('test')
})

test('once, never under development, and what the operator set stays', () => {
  expect(become({ LOADOUT_THRIFTY: '1' })).toBe('')
  expect(become({ LOADOUT_DEV: '1' })).toBe('')
  expect(JSON.parse(become({ MALLOC_ARENA_MAX: '8' }))[2].MALLOC_ARENA_MAX).toBe('8')
})
