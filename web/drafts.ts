import { useState } from 'react'
import { tab } from './storage.ts'

/** For what a store of the browser must not have, such as a password: it lasts as long as the page. */
const memory = new Map<string, unknown>()
const key = (uid: number, form: string) => `typed:${uid}:${form}`

/** What somebody typed into a form and has not sent yet. It is theirs, and of this tab. */
export function readDraft<T>(uid: number, form: string): T | undefined {
  const name = key(uid, form)
  if (memory.has(name)) return memory.get(name) as T
  const kept = tab.get(name)
  return kept === null ? undefined : JSON.parse(kept)
}

/** `secret` keeps it from outliving the page. */
export function keepDraft(uid: number, form: string, typed: unknown, secret = false) {
  if (secret) memory.set(key(uid, form), typed)
  // A file cannot be kept; its field is empty then.
  else
    tab.set(
      key(uid, form),
      JSON.stringify(typed, (_, value) => (value instanceof File ? null : value)),
    )
}

export function dropDraft(uid: number, form: string) {
  memory.delete(key(uid, form))
  tab.remove(key(uid, form))
}

/** Whether a form's dialog is open: from the start when it was left with something typed. */
export const useDraftDialog = (uid: number, form: string) =>
  useState(() => readDraft(uid, form) !== undefined)

/** The text of a field that outlives a reload and the way through the sign-in. */
export function useDraft(uid: number, form: string) {
  const [text, setText] = useState(() => readDraft<string>(uid, form) ?? '')
  function change(next: string) {
    if (next) keepDraft(uid, form, next)
    else dropDraft(uid, form)
    setText(next)
  }
  return [text, change] as const
}
