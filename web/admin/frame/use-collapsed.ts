import { useState } from 'react'
import { local } from '../../storage.ts'

const key = 'admin-sidebar'

/** Whether the sidebar shows only icons. The browser remembers it. */
export function useCollapsed() {
  const [collapsed, setCollapsed] = useState(
    () => typeof window !== 'undefined' && local.get(key) === 'collapsed',
  )
  function toggle() {
    if (collapsed) local.remove(key)
    else local.set(key, 'collapsed')
    setCollapsed(!collapsed)
  }
  return [collapsed, toggle] as const
}
