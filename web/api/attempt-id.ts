import { useRef } from 'react'

/**
 * Returns an id that stays the same while the content stays the same, so that the server can ignore
 * duplicates.
 */
export function useAttemptId() {
  const attempt = useRef<{ of: string; id?: string }>(null)
  return (of: string) => {
    if (attempt.current?.of !== of) {
      const id = crypto.randomUUID?.()
      attempt.current = { of, ...(id && { id }) }
    }
    const { id } = attempt.current
    return id ? { id } : {}
  }
}
