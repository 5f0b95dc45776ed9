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

/** So many first characters of a text; one that takes two units is not cut in half. */
export function beginningOf(text: string, length: number): string {
  return Array.from(text.slice(0, length * 2))
    .slice(0, length)
    .join('')
}
