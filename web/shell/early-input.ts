import { useEffect } from 'react'

type Press = { button: HTMLElement; form?: HTMLFormElement }

declare global {
  interface Window {
    /** The clicks before the page's scripts ran. `stop` ends the recording. */
    early?: { presses: Press[]; stop: () => void }
  }
}

/**
 * This script in the document's head records clicks on buttons and form submissions until React has
 * hydrated the page. Links and popovers work without scripts and are not recorded.
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

/** Replays the input and clicks from before the scripts ran, in their order. */
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
  // React hydrates nothing more within an effect.
  await later()
  for (const field of document.querySelectorAll('input, textarea, select')) tellAgain(field)
  for (const { button, form } of presses) {
    // Wait, so that a click sees the result of earlier clicks and typed text.
    await later()
    delete button.dataset.waiting
    if (!button.isConnected) continue
    if (form) form.requestSubmit(button === form ? null : button)
    else button.click()
  }
}

const later = () => new Promise((resolve) => setTimeout(resolve))

/** React keeps the value that it finds in a field, but only learns of it through an event. */
function tellAgain(field: Element) {
  // The event makes React hydrate that part of the page.
  const hydrate = () => field.dispatchEvent(new Event('keyup', { bubbles: true }))
  if (field instanceof HTMLSelectElement) {
    if (![...field.options].some((option) => option.selected !== option.defaultSelected)) return
    hydrate()
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type)) {
    if (field.checked === field.defaultChecked || (field.type === 'radio' && !field.checked)) return
    hydrate()
    // Set the property that React tracks, so that React sees the click as a change.
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
