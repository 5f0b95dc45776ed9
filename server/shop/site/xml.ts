import escapeHtml from 'escape-html'

/** Removes control characters, which XML does not allow even when escaped. */
export function xml(text: string): string {
  return escapeHtml(
    text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''),
  )
}
