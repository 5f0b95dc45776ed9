import { useRef } from 'react'

/** The name of what is sent: the same as long as it says the same, so that it counts once. */
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
