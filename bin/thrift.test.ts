import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const thrift = new URL('./thrift.js', import.meta.url).href
const program = `
  process.execve = (...said) => console.log(JSON.stringify(said))
  const { becomeServer } = await import(${JSON.stringify(thrift)})
  becomeServer()`

function become(env: Record<string, string>) {
  const { LOADOUT_THRIFTY: _, LOADOUT_DEV: __, MALLOC_ARENA_MAX: ___, ...rest } = process.env
  const args = ['--input-type=module', '-e', program]
  return execFileSync(process.execPath, args, { env: { ...rest, ...env }, encoding: 'utf8' })
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
  expect(env).toMatchObject({ MALLOC_ARENA_MAX: '2', PORT: '3000', LOADOUT_THRIFTY: '1' })
})

test('once, never under development, and what the operator set stays', () => {
  expect(become({ LOADOUT_THRIFTY: '1' })).toBe('')
  expect(become({ LOADOUT_DEV: '1' })).toBe('')
  expect(JSON.parse(become({ MALLOC_ARENA_MAX: '8' }))[2].MALLOC_ARENA_MAX).toBe('8')
})
