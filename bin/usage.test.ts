import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const commands = Object.entries(scripts)
/** Commands that read their arguments before building anything. */
const direct = commands.filter(
  ([name, line]) => !name.startsWith('test') && !/ (bench|faults|e2e)\//.test(line),
)

/**
 * Runs the command as npm does, in a place where it must create neither a database nor a data
 * folder.
 */
async function run(line: string, option: string) {
  const [, ...words] = line.replace(/^exec /, '').split(' ')
  const child = spawn(process.execPath, [...words, option], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://127.0.0.1:1/none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [said, refused] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { said, refused, code: (await ended)[0] as number }
}

test.for(commands)('%s says how it is run, and does nothing', async ([name, line]) => {
  const { said, refused, code } = await run(line, '--help')
  expect([code, refused]).toEqual([0, ''])
  expect(said).toMatch(new RegExp(`^npm (run )?(--silent )?${name}\\b`))
})

test.for(direct)('%s refuses an option that it does not know in a sentence', async ([, line]) => {
  const { said, refused, code } = await run(line, '--nonsense')
  expect([code, said]).toEqual([1, ''])
  expect(refused).toMatch(/^ *Unknown option '--nonsense'.*\n$/)
})
