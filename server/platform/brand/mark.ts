import type { Look } from '#server/kernel/config/config.ts'
import { paintedUrl } from './logo-files.ts'

/** The built-in colours, the same as in `web/ui/tokens.css`. */
export const own = { signal: '#cdfb47', onSignal: '#151b04' }

export const markColours = ({ accent }: Look) =>
  accent ? { signal: accent.signal, onSignal: accent.on_signal } : own

/** The built-in mark, 24 × 24: an L in a slot with one corner cut. */
export const markShapes = ({ signal, onSignal }: typeof own) =>
  `<path fill="${signal}" d="M3 1h18a2 2 0 0 1 2 2v13l-7 7H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2Z"/><path fill="${onSignal}" d="M7 6h4v8h6v4H7z"/>`

export const ownMark = (signal: string, onSignal: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${markShapes({ signal, onSignal })}</svg>`

/** The address of the browser tab's icon. It changes with the icon's content. */
export function iconUrl(look: Look): string {
  if (look.logo) return paintedUrl(look.logo, '32')
  const { signal, onSignal } = markColours(look)
  return `/brand/mark-${signal.slice(1)}-${onSignal.slice(1)}.svg`
}
