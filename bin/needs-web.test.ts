import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { needsWeb } from './needs-web.js'

test('programs that run alongside a shop do not build the web', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const programs = Object.entries(scripts).flatMap(([name, line]) => {
    const program = /bin\/run\.js (\S+)/.exec(line)?.[1]
    return program && needsWeb(program) ? [name] : []
  })
  expect(programs).toEqual(['bench', 'faults', 'browsers', 'screens', 'lighthouse'])
})
