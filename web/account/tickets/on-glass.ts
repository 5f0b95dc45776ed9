import { useSyncExternalStore } from 'react'

const coarse = '(pointer: coarse)'

function subscribe(changed: () => void) {
  const query = matchMedia(coarse)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether the main pointer is a finger, so that the user most likely has an on-screen keyboard. */
export function useOnGlass(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(coarse).matches,
    () => false,
  )
}
