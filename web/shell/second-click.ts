import { useEffect } from 'react'

const control = 'a, button, input, label, select, textarea, summary, [role="button"]'

/**
 * The second press of a double click counts only where the first one fell: what the first brought
 * may have moved another field or button below the pointer.
 */
export function useSecondClick() {
  useEffect(() => {
    let first: Node | null = null
    let strayed = false
    const press = (event: MouseEvent) => {
      const pressed = event.target as Element
      const meant = pressed.closest(control) ?? pressed
      strayed = event.detail > 1 && first !== null && !isSame(first, meant)
      if (strayed) swallow(event)
      else first = meant
    }
    const click = (event: MouseEvent) => {
      if (strayed && event.detail > 1) swallow(event)
    }
    document.addEventListener('mousedown', press, true)
    document.addEventListener('click', click, true)
    return () => {
      document.removeEventListener('mousedown', press, true)
      document.removeEventListener('click', click, true)
    }
  }, [])
}

const isSame = (one: Node, other: Node) => one.contains(other) || other.contains(one)

function swallow(event: MouseEvent) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
