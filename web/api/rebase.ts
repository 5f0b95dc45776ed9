import type { revisionRefusals } from '#contract/wire/revisions.ts'
import { ApiError } from './error.ts'

/**
 * A literal, because every page loads this file and few load the schemas that
 * `#contract/wire/revisions.ts` imports.
 */
const stale: keyof typeof revisionRefusals = 'changed_meanwhile'

/**
 * Whether a save was refused because another user has changed the same record since it was loaded.
 */
export function isStale(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === stale
}

/** The form's message after another user's change: who changed what, and how to continue. */
export function staleMessage({ message }: ApiError): string {
  return `${message.replaceAll(/$/gm, '.')}\nWhat you typed is still here. Save again to keep it.`
}

/** Returns the fields whose value changed. */
export function differing<Fields extends object>(loaded: Fields, typed: Fields): Partial<Fields> {
  const before = Object.entries(loaded)
  return Object.fromEntries(
    before
      .map(([name, value]) => [name, value, typed[name as keyof Fields]] as const)
      .filter(([, value, now]) => now !== value && JSON.stringify(now) !== JSON.stringify(value))
      .map(([name, , now]) => [name, now]),
  ) as Partial<Fields>
}

/** Whether two states of a form have the same values. */
export function isSame<Fields extends object>(one: Fields, other: Fields) {
  return Object.keys(differing(one, other)).length === 0
}

/**
 * Applies typed values to newer data: unedited fields take their new value. `loaded` has the form's
 * initial values.
 */
export function rebase<Fields extends object>(
  loaded: Fields,
  typed: Fields,
  current: Fields,
): Fields {
  return { ...current, ...differing(loaded, typed) }
}

/**
 * Whether a field's newer value differs both from its initial value and from the typed value.
 * Saving over the newer data would silently undo another user's change.
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

/**
 * Compares values as the server may have normalised them: `5` equals `5.00`, and surrounding spaces
 * are ignored.
 */
function readsAlike(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string')
    return JSON.stringify(one) === JSON.stringify(other)
  const [mine, theirs] = [one.trim(), other.trim()]
  return mine === theirs || (mine !== '' && theirs !== '' && Number(mine) === Number(theirs))
}
