import { useState } from 'react'
import { tab } from '../storage.ts'

/** What a customer has typed and not sent yet stays with this tab of the browser, and is theirs. */
const key = (uid: number, name: string) => `draft:${uid}:${name}`

export function readDraft(uid: number, name: string): string {
  return tab.get(key(uid, name)) ?? ''
}

export function keepDraft(uid: number, name: string, text: string) {
  if (text) tab.set(key(uid, name), text)
  else tab.remove(key(uid, name))
}

/** The text of a field that outlives a reload and the way through the sign-in. */
export function useDraft(uid: number, name: string) {
  const [text, setText] = useState(() => readDraft(uid, name))
  function change(next: string) {
    keepDraft(uid, name, next)
    setText(next)
  }
  return [text, change] as const
}
