import escapeHtml from 'escape-html'

/** Text for an XML document. Control characters have no place in one, however escaped. */
export function xml(text: string): string {
  return escapeHtml(
    text.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''),
  )
}
