const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

const blockEnds = /<(?:\/(?:p|h[2-4]|li|blockquote|pre|td|th|tr)|br|hr)\b[^>]*>/g

/** Returns the text of HTML from `renderMarkdown`, in one line. Not for HTML from other sources. */
export function plainText(html: string): string {
  return html
    .replace(blockEnds, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim()
}

/** Cuts at the end of a word, and adds an ellipsis if text was removed. */
export function beginningOf(text: string, length: number): string {
  // A character can take two code units of a string.
  const characters = Array.from(text.slice(0, length * 2 + 2))
  if (characters.length <= length) return text
  const cut = characters.slice(0, length - 1).join('')
  const next = characters[length - 1]!
  const words = next === ' ' ? cut : cut.replace(/ \S*$/, '')
  return `${words.replace(/[\s.,:;!?–-]+$/, '')}…`
}
