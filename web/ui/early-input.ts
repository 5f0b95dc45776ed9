import { type RefObject, useEffect } from 'react'

/**
 * Takes over what was typed into a field of a rendered page before its scripts ran: React leaves it
 * standing there and knows nothing of it.
 */
export function useEarlyInput(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  take: (typed: string) => void,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it can only have happened before this
  useEffect(() => {
    const typed = field.current?.value
    if (typed !== undefined && typed !== value) take(typed)
  }, [])
}
