import { useEffect } from 'react'

type Press = { button: HTMLElement; form?: HTMLFormElement }

type EarlyInput = {
  /** The latest value of each field, and for a radio button or a checkbox whether it is checked. */
  values: Map<Element, string | boolean>
  presses: Press[]
  /** Ends the recording. */
  stop: () => void
}

declare global {
  interface Window {
    /** Only until React has hydrated the page. */
    early?: EarlyInput
  }
}

/**
 * This script in the document's head records input, clicks on buttons and form submissions until
 * React has hydrated the page. Links and popovers work without scripts and are not recorded.
 */
export const keepEarlyInput = `{
  const values = new Map()
  const presses = []
  const input = ({ target }) => {
    values.delete(target)
    values.set(target, /^(radio|checkbox)$/.test(target.type) ? target.checked : target.value)
  }
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
    removeEventListener('input', input, true)
    removeEventListener('click', click, true)
    removeEventListener('submit', submit, true)
  }
  addEventListener('input', input, true)
  addEventListener('click', click, true)
  addEventListener('submit', submit, true)
  window.early = { values, presses, stop }
}`

/** Replays the input and clicks from before the scripts ran, in their order. */
export function useEarlyInput() {
  useEffect(() => {
    const { early } = window
    if (!early) return
    window.early = undefined
    early.stop()
    void replay(early)
  }, [])
}

async function replay({ values, presses }: EarlyInput) {
  // React hydrates nothing more within an effect.
  await later()
  for (const field of document.querySelectorAll('input, textarea, select')) {
    const restored = restoredValue(field)
    if (restored !== undefined && !values.has(field)) values.set(field, restored)
  }
  for (const [field, value] of values) enter(field, value)
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

const isChoice = (field: HTMLInputElement) => /^(radio|checkbox)$/.test(field.type)

/** The value that the browser restored in a field of a reloaded page, which causes no event. */
function restoredValue(field: Element) {
  if (field instanceof HTMLSelectElement) {
    const restored = [...field.options].some((option) => option.selected !== option.defaultSelected)
    return restored ? field.value : undefined
  }
  if (field instanceof HTMLInputElement && isChoice(field)) {
    const restored = field.checked !== field.defaultChecked
    return restored && (field.checked || field.type === 'checkbox') ? field.checked : undefined
  }
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    return field.value !== field.defaultValue ? field.value : undefined
}

/**
 * Enters a value with the events of real input. Hydration keeps the value of a field, but the next
 * render resets it unless an event has reported it.
 */
function enter(field: Element, value: string | boolean) {
  // The event makes React hydrate that part of the page.
  field.dispatchEvent(new Event('keyup', { bubbles: true }))
  if (field instanceof HTMLSelectElement) {
    field.value = String(value)
    field.dispatchEvent(new Event('change', { bubbles: true }))
  } else if (field instanceof HTMLInputElement && isChoice(field)) {
    // Set the property that React tracks, so that React sees the click as a change.
    field.checked = !value
    field.click()
  } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    if (field.type === 'file') return
    field.value = `${value} `
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
