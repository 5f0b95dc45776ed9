import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { supportedBrowsers } from '#web/supported-browsers.ts'

test('the README names the browsers that the web is built for', () => {
  const readme = readFileSync('README.md', 'utf8')
  const [, listed = ''] = /Pages work in (.*) and later\./.exec(readme) ?? []
  const names = Object.entries(supportedBrowsers).map((browser) => browser.join(' '))
  expect(listed.split(/, | and /)).toEqual(names)
})
