/** Escaped HTML in which isolated values are `bdi` elements, which more mail programs support. */
export function isolatesToHtml(escaped: string): string {
  return escaped.replaceAll('\u2068', '<bdi>').replaceAll('\u2069', '</bdi>')
}

/** Gives each block of typed text the direction of its first letter. */
export function withDirections(html: string): string {
  return html.replace(/<(p|li|blockquote|h[1-6])(?=[\s>])(?![^>]*\sdir=)/g, '<$1 dir="auto"')
}
