import type { Sender } from './frame.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** `November 22, 2026`, where the shop is. */
export function dayOf({ timeZone }: Sender, at: Date): string {
  return format({ dateStyle: 'long', timeZone }).format(at)
}

/** `November 22, 2026 at 2:05 PM GMT+1`, where the shop is. */
export function momentOf({ timeZone }: Sender, at: Date): string {
  return format({
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(at)
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en', options)
  formats.set(key, known)
  return known
}
