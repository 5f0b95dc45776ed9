import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type Main = RefObject<HTMLElement | null>

const focus = (main: Main) => main.current?.focus({ preventScroll: true })

/** After a navigation the focus moves to the new page, so that a screen reader reads from there. */
export function useFocusOnArrival(main: Main) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main.current?.contains(document.activeElement)) focus(main)
  }, [pathname, main])
}

/** When what has the focus is taken off the page, the focus goes to the page, not to nothing. */
export function useKeptFocus(main: Main) {
  useEffect(() => {
    let last: Node | null = null
    const enter = ({ target }: FocusEvent) => {
      last = target as Node
    }
    // Some browsers tell of a removed element too: only what stays has been left on purpose.
    const leave = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (last === target && last?.isConnected) last = null
      })
    const observer = new MutationObserver(() => {
      if (!last || last.isConnected || document.activeElement !== document.body) return
      last = null
      focus(main)
    })
    document.addEventListener('focusin', enter)
    document.addEventListener('focusout', leave)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', enter)
      document.removeEventListener('focusout', leave)
      observer.disconnect()
    }
  }, [main])
}
