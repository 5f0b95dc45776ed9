import { glob } from 'node:fs/promises'
import path from 'node:path'
import type { DeclaredRefusal } from '#contract/wire/refusals.ts'

const contract = path.resolve(import.meta.dirname, '../../../contract')
const sentences = new Map<string, string>()
const seen = new Set<object>()

/** Collects the refusals of a module, of endpoints and others, at any depth. */
function collect(value: unknown) {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { code, status, sentence } = value as Partial<DeclaredRefusal>
  if (code && status && sentence) sentences.set(code, sentence)
  else if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
    Object.values(value).forEach(collect)
}

for await (const file of glob('**/*.ts', { cwd: contract, exclude: ['**/*.test.ts'] })) {
  const module = await import(/* @vite-ignore */ path.join(contract, file))
  Object.values(module).forEach(collect)
}

/** The sentence of every refusal, by its code. */
export const declaredSentences: ReadonlyMap<string, string> = sentences

/** The sentence that a user reads for this code. Placeholders stay in braces. */
export function sentence(code: string): string {
  const found = sentences.get(code)
  if (found === undefined) throw new Error(`Nothing is refused with ${code}`)
  return found
}
