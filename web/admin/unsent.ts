import { useEffect } from 'react'
import type { BlockerFunction } from 'react-router'
import { useSessionEnd } from '../account/session-end.ts'
import { useUnsaved } from '../shell/unsaved.ts'

/** What was typed when a session was found ended. It is kept in memory, and for its owner. */
const kept = new Map<string, unknown>()
const key = (uid: number, form: string) => `${uid} ${form}`

/** What a form held when its session ended, once. */
export function readUnsent<T>(uid: number, form: string): T | undefined {
  return kept.get(key(uid, form)) as T | undefined
}

/**
 * The work that is typed into a form of the back-office. While it is `dirty` it is asked for before
 * it is lost, as `useUnsaved` has it; when a call finds the session ended, it is kept for the way
 * through the sign-in and read again with `readUnsent`.
 */
export function useUnsent(uid: number, form: string, dirty: boolean, loses?: BlockerFunction) {
  const endsSession = useSessionEnd()
  const { done, close } = useUnsaved(dirty, loses)
  useEffect(() => {
    kept.delete(key(uid, form))
  }, [uid, form])
  /** Tells whether a failed call means an ended session; then the sign-in is on its way. */
  function sessionEnded(error: unknown, typed: unknown) {
    // The page leaves at once.
    done()
    const over = endsSession(error)
    if (over) kept.set(key(uid, form), typed)
    else done(false)
    return over
  }
  return { sessionEnded, done, close }
}
