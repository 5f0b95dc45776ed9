import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { declaredSentences } from '#server/kernel/testing/sentence.ts'

const root = path.resolve(import.meta.dirname, '..')

/** A refusal with the provider's own message has no fixed text to search for. */
const words = (sentence: string) => sentence.replace(/\{\w+\}/g, '').trim()
const known = [...declaredSentences].filter(([, sentence]) => words(sentence).length > 5)

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Matches the sentence as a separate text: in quotes or between tags, also across lines. */
function patternOf(sentence: string) {
  const parts = sentence.replace(/\.$/, '').split(/(\{\w+\})/)
  const text = parts.map((part) =>
    /^\{\w+\}$/.test(part) ? '[^\'"`\\n]{1,60}?' : part.split(/\s+/).map(literally).join('\\s+'),
  )
  return new RegExp(`(?<=['"\`>]\\s*)${text.join('')}(?=\\.?\\s*['"\`<])`, 'g')
}

async function readAll(pattern: string, wanted: (file: string) => boolean) {
  const files: [file: string, text: string][] = []
  for await (const file of glob(pattern, { cwd: root }))
    if (wanted(file)) files.push([file, await readFile(path.join(root, file), 'utf8')])
  return files
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)

function timesOf(sentence: string, files: [string, string][]) {
  const pattern = patternOf(sentence)
  // A quick check first: most files do not contain even its first word.
  const start = words(sentence.split('{')[0] ?? '').split(/\s+/)[0] ?? ''
  return files.flatMap(([file, text]) =>
    text.includes(start) ? Array.from(text.matchAll(pattern), () => file) : [],
  )
}

test('what a refusal says is one line in one file', async () => {
  const files = await readAll('{contract,server,web}/**/*.{ts,tsx}', (file) => !isTest(file))
  const again = known
    .map(([code, sentence]) => [code, timesOf(sentence, files)] as const)
    // A sentence that is assembled at its declaration appears nowhere in full.
    .filter(([, places]) => places.length > 1)
  expect(again).toEqual([])
})

test('tests of the server compare codes, not sentences', async () => {
  const files = await readAll('server/**/*.test.ts', () => true)
  const quoted = known
    .filter(([, sentence]) => !sentence.includes('{'))
    .map(([code, sentence]) => [code, timesOf(sentence, files)] as const)
    .filter(([, places]) => places.length > 0)
  expect(quoted).toEqual([])
})
