import { useEffect, useRef } from 'react'

/** The ref of what tells a failure: each is brought to the middle of the screen, clear of the toasts. */
export function useIntoView<Shown extends HTMLElement>(failure: unknown) {
  const shown = useRef<Shown>(null)
  useEffect(() => {
    if (failure) shown.current?.scrollIntoView({ block: 'center' })
  }, [failure])
  return shown
}
