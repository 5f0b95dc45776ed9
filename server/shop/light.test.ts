import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const app = new URL('../app.ts', import.meta.url).href
const program = `
  await import(${JSON.stringify(app)})
  const { createRequire } = await import('node:module')
  console.log(Object.keys(createRequire(${JSON.stringify(app)}).cache).join('\\n'))`

test('a server that has rendered no picture has not loaded the renderer', () => {
  const args = ['--input-type=module', '-e', program]
  const loaded = execFileSync(process.execPath, args, { encoding: 'utf8' })
  expect(loaded).toMatch(/[/\\]fastify[/\\]/)
  expect(loaded).not.toMatch(/[/\\](sharp|wawoff2)[/\\]/)
})
