import { useEffect } from 'react'

type Press = { button: HTMLElement; form?: HTMLFormElement }

declare global {
  interface Window {
    /** What was pressed before the page's scripts ran; `stop` ends the keeping. */
    early?: { presses: Press[]; stop: () => void }
  }
}

/**
 * Stands in the document's head and keeps presses of buttons and the sending of forms until React
 * has taken over. What the browser does by itself, links and popovers, it goes on doing.
 */
export const keepEarlyInput = `{
  const presses = []
  const keep = (event, press) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    if (presses.some(({ button }) => button === press.button)) return
    press.button.dataset.waiting = ''
    presses.push(press)
  }
  const click = (event) => {
    const button = event.target.closest?.('button')
    if (!button || button.disabled || button.popoverTargetElement) return
    if (button.type !== 'submit' || !button.form) keep(event, { button })
  }
  const submit = (event) => keep(event, { button: event.submitter ?? event.target, form: event.target })
  const stop = () => {
    removeEventListener('click', click, true)
    removeEventListener('submit', submit, true)
  }
  addEventListener('click', click, true)
  addEventListener('submit', submit, true)
  window.early = { presses, stop }
}`

/** Makes good what was typed, chosen and pressed before the scripts ran, in that order. */
export function useEarlyInput() {
  useEffect(() => {
    const { early } = window
    if (!early) return
    window.early = undefined
    early.stop()
    void replay(early.presses)
  }, [])
}

async function replay(presses: Press[]) {
  // Within an effect React hydrates nothing more.
  await later()
  for (const field of document.querySelectorAll('input, textarea, select')) tellAgain(field)
  for (const { button, form } of presses) {
    // A press applies to the page as earlier presses and typed text have left it.
    await later()
    delete button.dataset.waiting
    if (!button.isConnected) continue
    if (form) form.requestSubmit(button === form ? null : button)
    else button.click()
  }
}

const later = () => new Promise((resolve) => setTimeout(resolve))

/** React leaves standing what it finds in a field, and knows nothing of it until an event tells. */
function tellAgain(field: Element) {
  // React hydrates the part of the page that such an event reaches, if it has not yet.
  const hydrate = () => field.dispatchEvent(new Event('keyup', { bubbles: true }))
  if (field instanceof HTMLSelectElement) {
    if (![...field.options].some((option) => option.selected !== option.defaultSelected)) return
    hydrate()
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)) {
    if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return
    hydrate()
    // Through the property that React watches, so that the click is a change to it.
    field.checked = !field.checked
    field.click()
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const { value } = field
    if (value === field.defaultValue || field.type === 'file') return
    hydrate()
    field.value = `${value} `
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
