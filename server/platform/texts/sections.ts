import { takeId, textOf } from '#server/platform/media/heading-ids.ts'
import { renderMarkdown } from '#server/platform/media/markdown.ts'

type Section = { id: string; title: string | null; html: string }

/** Splits at second-level headings, for a page with a table of contents. */
export function sectionsOf(markdown: string): Section[] {
  const parts = markdown.split(/^##[ \t]+(?=\S)/m)
  const taken = new Set(['top', 'seller', 'main'])
  return parts.flatMap((part, i): Section[] => {
    if (i === 0) return part.trim() ? [{ id: 'top', title: null, html: renderMarkdown(part) }] : []
    const end = part.indexOf('\n')
    const heading = (end === -1 ? part : part.slice(0, end)).replace(/[ \t]*#*[ \t]*$/, '')
    // Bold text or a link in a heading becomes plain text in the table of contents.
    const title = textOf(renderMarkdown(heading))
    return [
      {
        id: takeId(title, taken),
        title,
        html: end === -1 ? '' : renderMarkdown(part.slice(end)),
      },
    ]
  })
}
