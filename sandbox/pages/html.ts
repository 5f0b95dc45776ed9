import { clock } from '#server/kernel/time/clock.ts'
/** A string that is already markup. */
export type Html = {
  readonly html: string
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  if (typeof part === 'object') return (part as Html).html
  return escapeHtml(String(part))
}

/** Builds markup. Interpolated values are escaped unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const [first = '', ...rest] = strings
  return { html: first + rest.map((text, index) => render(parts[index]) + text).join('') }
}

/** "4 min ago": independent of the reader's time zone. */
export function ago(iso: string): Html {
  const seconds = Math.max(0, Math.round((clock.now() - Date.parse(iso)) / 1000))
  const words =
    seconds < 60
      ? 'just now'
      : seconds < 3600
        ? `${Math.floor(seconds / 60)} min ago`
        : seconds < 86_400
          ? `${Math.floor(seconds / 3600)} h ago`
          : `${Math.floor(seconds / 86_400)} d ago`
  return html`<time datetime="${iso}" title="${iso}">${words}</time>`
}

export function fromUnix(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
