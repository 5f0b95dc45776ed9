import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loadout-alone-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * Starts a process that writes when it begins and ends its work, which takes the given
 * milliseconds.
 */
function start(name: string, milliseconds: number): ChildProcess {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as delay } from 'node:timers/promises'
    import { alone } from ${JSON.stringify(path.join(import.meta.dirname, 'alone.js'))}
    const tell = (word) => appendFileSync(${JSON.stringify(path.join(folder, 'told'))}, word + ' ')
    await alone(async () => {
      tell('${name}-begins')
      await delay(${milliseconds})
      tell('${name}-ends')
    }, ${JSON.stringify(path.join(folder, 'build'))})`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const told = async () => (await readFile(path.join(folder, 'told'), 'utf8')).trim().split(' ')

test('starts in one checkout work one after the other, and a killed one holds up nobody', async () => {
  await appendFile(path.join(folder, 'told'), '')
  const killed = start('killed', 60_000)
  await expect.poll(told).toEqual(['killed-begins'])
  const others = ['a', 'b', 'c', 'd'].map((name) => start(name, 50))
  killed.kill('SIGKILL')
  const ends = await Promise.all(others.map((child) => once(child, 'exit')))
  expect(ends.map(([code]) => code)).toEqual([0, 0, 0, 0])
  const [, ...words] = await told()
  expect(words).toHaveLength(8)
  for (const [n, word] of words.entries()) {
    if (n % 2 === 1) expect(word).toBe(words[n - 1]?.replace('begins', 'ends'))
  }
  expect(await readdir(path.join(folder, 'build'))).toEqual([])
})
