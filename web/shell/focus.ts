import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Looked up on each use, because the site and the back-office each render their own `main`. */
const main = () => document.getElementById('main')

const focus = () => main()?.focus({ preventScroll: true })

/** Moves the focus to the new page after a navigation, so that a screen reader reads from there. */
export function useFocusOnArrival() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main()?.contains(document.activeElement)) focus()
  }, [pathname])
}

/** When the focused element is removed, moves the focus to the page instead of losing it. */
export function useKeptFocus() {
  useEffect(() => {
    let last: Node | null = null
    const enter = ({ target }: FocusEvent) => {
      last = target as Node
    }
    // Some browsers also fire the event for a removed element. Only an element that is still there
    // was left on purpose.
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last === target && last?.isConnected) last = null
      })
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      last = null
      focus()
    })
    document.addEventListener('focusin', enter)
    document.addEventListener('focusout', leave)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', enter)
      document.removeEventListener('focusout', leave)
      observer.disconnect()
    }
  }, [])
}
