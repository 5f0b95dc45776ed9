/** Ids that the pages themselves use. */
const reserved = ['main', 'top', 'seller', 'changelog']

/** Gives every heading its own id, so that `[Refunds](#refunds)` links to the heading 'Refunds'. */
export function addHeadingIds(html: string): string {
  const taken = new Set(reserved)
  return html.replace(
    /<(h[2-4])>(.*?)<\/\1>/gs,
    (_, tag, inner) => `<${tag} id="${takeId(textOf(inner), taken)}">${inner}</${tag}>`,
  )
}

/** Creates an id from a heading's text that no other heading of the page has. */
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

/** Returns the text of HTML that `renderMarkdown` created. */
export const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name]!)
    .trim()
