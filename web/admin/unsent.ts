import { useEffect } from 'react'
import type { BlockerFunction } from 'react-router'
import { useUnsaved } from '../shell/unsaved.ts'

/** What was typed when a session was found ended. It is kept in memory, and for its owner. */
const kept = new Map<string, unknown>()
const key = (uid: number, form: string) => `${uid} ${form}`

/** What a form held when its session ended, once. */
export function readUnsent<T>(uid: number, form: string): T | undefined {
  return kept.get(key(uid, form)) as T | undefined
}

type UnsentOptions = {
  /** Whose work it is. */
  uid: number
  /** Which of their forms it is, of all there are in the back-office. */
  form: string
  dirty: boolean
  /** What `readUnsent` gives back. */
  typed: () => unknown
  /** Which steps lose it, when that is not every other page; keep it outside the component. */
  loses?: BlockerFunction
}

/**
 * The work that is typed into a form of the back-office. While it is `dirty` it is asked for before
 * it is lost, as `useUnsaved` has it; when a call finds the session ended, it is kept for the way
 * through the sign-in and read again with `readUnsent`.
 */
export function useUnsent({ uid, form, dirty, typed, loses }: UnsentOptions) {
  useEffect(() => {
    kept.delete(key(uid, form))
  }, [uid, form])
  return useUnsaved(dirty, loses, () => kept.set(key(uid, form), typed()))
}
