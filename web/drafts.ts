import { useState } from 'react'
import { tab } from './storage.ts'

/** For values that the browser must not store, such as a password. They are lost on reload. */
const memory = new Map<string, unknown>()
const prefix = 'typed:'
const key = (uid: number, form: string) => `${prefix}${uid}:${form}`

/** Reads the unsent draft of a form. A draft belongs to a user and a tab. */
export function readDraft<T>(uid: number, form: string): T | undefined {
  const name = key(uid, form)
  if (memory.has(name)) return memory.get(name) as T
  const kept = tab.get(name)
  return kept === null ? undefined : JSON.parse(kept)
}

/** A `secret` draft is lost on reload. */
export function keepDraft(uid: number, form: string, typed: unknown, secret = false) {
  if (secret) memory.set(key(uid, form), typed)
  // A file cannot be stored, so its field is empty after a reload.
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

/** Removes the drafts of all users from this tab. */
export function dropAllDrafts() {
  memory.clear()
  tab.removeAll(prefix)
}

/** Whether a form's dialog is open. It opens initially if it has a draft. */
export const useDraftDialog = (uid: number, form: string) =>
  useState(() => readDraft(uid, form) !== undefined)

/** The text of a field, which survives a reload and a sign-in. */
export function useDraft(uid: number, form: string) {
  const [text, setText] = useState(() => readDraft<string>(uid, form) ?? '')
  function change(next: string) {
    if (next) keepDraft(uid, form, next)
    else dropDraft(uid, form)
    setText(next)
  }
  return [text, change] as const
}
