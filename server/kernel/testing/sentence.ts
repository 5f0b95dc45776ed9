import { glob } from 'node:fs/promises'
import path from 'node:path'
import type { DeclaredRefusal } from '#contract/refusals.ts'

const contract = path.resolve(import.meta.dirname, '../../../contract')
const sentences = new Map<string, string>()
const seen = new Set<object>()

/** Finds what is declared by endpoints and beside them, however deep it stands in a module. */
function collect(value: unknown) {
  if (typeof value !== 'object' || value === null || seen.has(value)) return
  seen.add(value)
  const { code, status, sentence } = value as Partial<DeclaredRefusal>
  if (code && status && sentence) sentences.set(code, sentence)
  else if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
    Object.values(value).forEach(collect)
}

for await (const file of glob('*.ts', { cwd: contract, exclude: ['*.test.ts'] })) {
  const module = await import(/* @vite-ignore */ path.join(contract, file))
  Object.values(module).forEach(collect)
}

/** Every refusal's sentence, by its code. */
export const declaredSentences: ReadonlyMap<string, string> = sentences

/** What a person reads who is refused with that code; values that it takes stand in braces. */
export function sentence(code: string): string {
  const found = sentences.get(code)
  if (found === undefined) throw new Error(`Nothing is refused with ${code}`)
  return found
}
