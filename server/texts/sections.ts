import { renderMarkdown } from '#server/media/markdown.ts'

type Section = { id: string; title: string | null; html: string }

/** A long text by its headings of the second level, each rendered, for a page with its contents. */
export function sectionsOf(markdown: string): Section[] {
  const parts = markdown.split(/^##[ \t]+(?=\S)/m)
  const taken = new Set<string>()
  return parts.flatMap((part, i): Section[] => {
    if (i === 0) return part.trim() ? [{ id: 'top', title: null, html: renderMarkdown(part) }] : []
    const end = part.indexOf('\n')
    const heading = (end === -1 ? part : part.slice(0, end)).replace(/[ \t]*#*[ \t]*$/, '')
    // What may be bold or a link in a heading is plain in the contents.
    const title = unescapeHtml(renderMarkdown(heading).replace(/<[^>]*>/g, '')).trim()
    return [
      {
        id: freeId(title, taken),
        title,
        html: end === -1 ? '' : renderMarkdown(part.slice(end)),
      },
    ]
  })
}

function freeId(title: string, taken: Set<string>): string {
  const base =
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'part'
  let id = base
  for (let n = 2; taken.has(id) || id === 'top'; n++) id = `${base}-${n}`
  taken.add(id)
  return id
}

const marks: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function unescapeHtml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => marks[name]!)
}
