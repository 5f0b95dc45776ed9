const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const blockEnds = /<(?:\/(?:p|h[2-4]|li|blockquote|pre|td|th|tr)|br|hr)\b[^>]*>/g

/** The text of what `renderMarkdown` answers, in one line. Not for HTML of other sources. */
export function plainText(html: string): string {
  return html
    .replace(blockEnds, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim()
}

/** The first characters of a text, cut after a word, with an ellipsis when it goes on. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text
  const lastSpace = text.lastIndexOf(' ', length)
  // A script without spaces has no better place to be cut.
  const end = lastSpace > length / 2 ? lastSpace : length
  return `${text.slice(0, end).replace(/[\s.,;:–—-]+$/, '')}…`
}
