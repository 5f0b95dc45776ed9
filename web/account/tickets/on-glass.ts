import { useSyncExternalStore } from 'react'

const coarse = '(pointer: coarse)'

function subscribe(changed: () => void) {
  const query = matchMedia(coarse)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** Whether fingers are what points, so that most likely they type on the glass as well. */
export function useOnGlass(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(coarse).matches,
    () => false,
  )
}
