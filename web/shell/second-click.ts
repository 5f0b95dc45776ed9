import { useEffect } from 'react'

const control = 'a, button, input, label, select, textarea, summary, [role="button"]'
const field = 'input, select, textarea'

export function useSecondClick() {
  useEffect(() => watchSecondClicks(document), [])
}

/**
 * Ignores the second click of a double click unless it hits the same element as the first: the
 * first click may have moved another field or button under the pointer. It also keeps a double
 * click on a control from selecting text, which would be text of the page that the control opens.
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
