import { useEffect } from 'react'

const control = 'a, button, input, label, select, textarea, summary, [role="button"]'
const field = 'input, select, textarea'

export function useSecondClick() {
  useEffect(() => watchSecondClicks(document), [])
}

/**
 * The second press of a double click counts only where the first one fell: what the first brought
 * may have moved another field or button below the pointer. On a control it selects no text, which
 * would be that of the page to which the control leads.
 */
export function watchSecondClicks(page: EventTarget): () => void {
  let first: Node | null = null
  let strayed = false
  const press = (event: Event) => {
    const { detail, target } = event as MouseEvent
    const pressed = target as Element
    const meant = pressed.closest(control) ?? pressed
    strayed = detail > 1 && first !== null && !isSame(first, meant)
    if (strayed) return swallow(event)
    first = meant
    if (detail > 1 && meant.matches(control) && !meant.matches(field)) event.preventDefault()
  }
  const click = (event: Event) => {
    if (strayed && (event as MouseEvent).detail > 1) swallow(event)
  }
  page.addEventListener('mousedown', press, true)
  page.addEventListener('click', click, true)
  return () => {
    page.removeEventListener('mousedown', press, true)
    page.removeEventListener('click', click, true)
  }
}

const isSame = (one: Node, other: Node) => one.contains(other) || other.contains(one)

function swallow(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
