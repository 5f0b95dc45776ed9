import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loaderCodes } from '#contract/licensing/loader-codes.ts'

test('docs/loader.md says each code in the words of the shop', () => {
  const text = readFileSync(new URL('../../../docs/loader.md', import.meta.url), 'utf8')
  const said = [...text.matchAll(/^\| `([A-Z_]+)` *\| (.*?) *\|$/gm)].map(([, code, words]) => [
    code,
    words,
  ])
  const meant = Object.entries(loaderCodes).map(([code, { sentence, advice }]) => [
    code,
    `${sentence} ${advice}`.trim(),
  ])
  expect(said).toEqual(meant)
})

test('who is told on a phone that nothing is paired reads nothing of the phone', () => {
  const { sentence, advice } = loaderCodes.NO_DEVICE
  expect(`${sentence} ${advice}`).not.toMatch(/\bthis (computer|device)\b/i)
})
