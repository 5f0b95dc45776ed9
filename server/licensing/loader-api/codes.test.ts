import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loaderCodes } from '#contract/licensing/loader-codes.ts'

test('docs/loader.md states each code in the shop’s words', () => {
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

test('the advice for an unlinked device does not say “this device”, because it is read on another one', () => {
  const { sentence, advice } = loaderCodes.NO_DEVICE
  expect(`${sentence} ${advice}`).not.toMatch(/\bthis (computer|device)\b/i)
})
