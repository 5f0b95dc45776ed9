/** Ids that pages have themselves. */
const reserved = ['main', 'top', 'seller', 'changelog']

/** Gives every heading an id of its own, so that `[Refunds](#refunds)` leads to the heading 'Refunds'. */
export function addHeadingIds(html: string): string {
  const taken = new Set(reserved)
  return html.replace(
    /<(h[2-4])>(.*?)<\/\1>/gs,
    (_, tag, inner) => `<${tag} id="${takeId(textOf(inner), taken)}">${inner}</${tag}>`,
  )
}

/** An id made of a heading's text, which the others of its page do not have. */
export function takeId(title: string, taken: Set<string>): string {
  const base =
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '') || 'part'
  let id = base
  for (let n = 2; taken.has(id); n += 1) id = `${base}-${n}`
  taken.add(id)
  return id
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text of HTML that `renderMarkdown` wrote. */
export const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]!)
    .trim()
