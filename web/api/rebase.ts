import type { revisionRefusals } from '#contract/revisions.ts'
import { ApiError } from './error.ts'

/** Spelled out: every page loads this file, and few the schemas that `#contract/revisions.ts` imports. */
const stale: keyof typeof revisionRefusals = 'changed_meanwhile'

/** Whether a save was refused because somebody else changed the same thing since it was loaded. */
export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === stale
}

/** The message of a form whose data somebody else has changed: who changed what, and how to go on. */
export function staleMessage({ message }: ApiError): string {
  return `${message.replaceAll(/$/gm, '.')}\nWhat you typed is still here. Save again to keep it.`
}

/** What of a form was changed. */
export function differing<Fields extends object>(loaded: Fields, typed: Fields): Partial<Fields> {
  const before = Object.entries(loaded)
  return Object.fromEntries(
    before
      .map(([name, value]) => [name, value, typed[name as keyof Fields]] as const)
      .filter(([, value, now]) => now !== value && JSON.stringify(now) !== JSON.stringify(value))
      .map(([name, , now]) => [name, now]),
  ) as Partial<Fields>
}

/** Whether two states of a form hold the same. */
export function isSame<Fields extends object>(one: Fields, other: Fields) {
  return Object.keys(differing(one, other)).length === 0
}

/**
 * Applies typed values to newer data: untouched fields take their new value. `loaded` has the values
 * that the form began with.
 */
export function rebase<Fields extends object>(
  loaded: Fields,
  typed: Fields,
  current: Fields,
): Fields {
  return { ...current, ...differing(loaded, typed) }
}

/**
 * Whether a field holds something else now than what it was typed over, and than what was typed: saved
 * over the newer data, it would undo somebody's change without a word.
 */
export function contradicts<Fields extends object>(
  loaded: Fields,
  typed: Fields,
  current: Fields,
): boolean {
  const theirs: Record<string, unknown> = differing(loaded, current)
  return Object.entries(differing(loaded, typed)).some(
    ([name, mine]) => name in theirs && !readsAlike(mine, theirs[name]),
  )
}

/** As the shop may have written it: `5` is `5.00`, and spaces around a text are none. */
function readsAlike(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string')
    return JSON.stringify(one) === JSON.stringify(other)
  const [mine, theirs] = [one.trim(), other.trim()]
  return mine === theirs || (mine !== '' && theirs !== '' && Number(mine) === Number(theirs))
}
