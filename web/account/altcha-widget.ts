import type { State, WidgetMethods } from 'altcha/types'
import { apiUrl } from '../api/client.ts'
import { loadAgain } from './load-again.ts'

export type AltchaWidget = HTMLElement & WidgetMethods
type Change = { state: `${State}`; payload: string | null }

/** How long the server may take to answer with a challenge, in milliseconds. */
const requestPatience = 15_000

/**
 * Renders the widget, which starts no check automatically. Rejects if its script cannot be loaded.
 */
export async function showAltcha(place: HTMLElement, missing: string): Promise<AltchaWidget> {
  await loadAgain(() => import('./altcha.ts'))
  const widget = document.createElement('altcha-widget') as AltchaWidget
  const settings = {
    auto: 'off',
    challenge: apiUrl('/captcha/challenge'),
    configuration: JSON.stringify({
      hideLogo: true,
      humanInteractionSignature: false,
      minDuration: 0,
      validationMessage: missing,
    }),
    language: 'en',
  }
  for (const [name, value] of Object.entries(settings)) widget.setAttribute(name, value)
  place.replaceChildren(widget)
  // The widget initialises in the microtask after it is added to the page.
  await Promise.resolve().then(() => {})
  await widget.configure({ fetch: fetchInTime })
  return widget
}

/**
 * Reports the token after each successful check, also if the visitor started it, and null when the
 * token is lost.
 */
export function onToken(widget: AltchaWidget, tell: (token: string | null) => void) {
  widget.addEventListener('statechange', (event) => {
    const { state, payload } = (event as CustomEvent<Change>).detail
    if (state !== 'verifying') tell(state === 'verified' ? payload : null)
  })
}

/** Starts a check, or waits for the one that the visitor has started. */
export async function solve(widget: AltchaWidget, giveUp: AbortSignal): Promise<string | null> {
  giveUp.addEventListener('abort', () => widget.reset('error' as State))
  if (widget.getState() !== 'verifying') return (await widget.verify())?.payload ?? null
  return new Promise((resolve) => onToken(widget, resolve))
}

/** The widget itself has no timeout. */
const fetchInTime: typeof fetch = async (input, init) => {
  const tooLong = new AbortController()
  const timer = setTimeout(() => tooLong.abort(), requestPatience)
  try {
    return await fetch(input, { ...init, signal: tooLong.signal })
  } finally {
    clearTimeout(timer)
  }
}
