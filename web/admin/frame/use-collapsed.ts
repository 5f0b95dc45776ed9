import { useSyncExternalStore } from 'react'
import { local } from '../../storage.ts'

const key = 'admin-sidebar'
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function toggle() {
  if (local.get(key)) local.remove(key)
  else local.set(key, 'collapsed')
  for (const tell of listeners) tell()
}

/** Whether the sidebar shows only icons. The browser remembers it. */
export function useCollapsed() {
  const collapsed = useSyncExternalStore(
    subscribe,
    () => local.get(key) === 'collapsed',
    () => false,
  )
  return [collapsed, toggle] as const
}
