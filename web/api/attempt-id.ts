import { useRef } from 'react'

/** An id for what is sent, the same as long as that is the same: sent twice, it counts once. */
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
