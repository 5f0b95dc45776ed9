import { useEffect } from 'react'
import { useSessionEnd } from '../account/session-end.ts'

/** What was typed when a session was found ended. It is kept in memory, and for its owner. */
const kept = new Map<string, unknown>()
const key = (uid: number, form: string) => `${uid} ${form}`

/** What a form held when its session ended, once. */
export function readUnsent<T>(uid: number, form: string): T | undefined {
  return kept.get(key(uid, form)) as T | undefined
}

/**
 * Tells whether a failed call means an ended session, as `useSessionEnd` does, and keeps what was
 * typed for the way through the sign-in.
 */
export function useUnsent(uid: number, form: string) {
  const sessionEnded = useSessionEnd()
  useEffect(() => {
    kept.delete(key(uid, form))
  }, [uid, form])
  return (error: unknown, typed: unknown) => {
    const over = sessionEnded(error)
    if (over) kept.set(key(uid, form), typed)
    return over
  }
}
