import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import pkg from '../../../package.json' with { type: 'json' }
import { renderMarkdown, renderWritten } from './markdown.ts'

/** Valid only if this renderer created the HTML from the current text. */
type Kept = { html: string | null; rendered_from: Buffer | null }

/** A hash of the renderer's source and libraries. HTML of another renderer is rendered again. */
const renderer = createHash('sha256')
  .update(readFileSync(new URL('./markdown.ts', import.meta.url)))
  .update(`${pkg.dependencies.marked} ${pkg.dependencies['sanitize-html']}`)
  .digest('hex')

/** Refuses with 422 a text that cannot be rendered. */
export function keepWritten(markdown: string, field: string) {
  return { html: renderWritten(markdown, field), rendered_from: originOf(markdown) }
}

export function keepRendered(markdown: string) {
  return { html: renderMarkdown(markdown), rendered_from: originOf(markdown) }
}

/** Returns the stored HTML of the text, or renders it if the stored HTML is missing or outdated. */
export function htmlOf(markdown: string, { html, rendered_from }: Kept): string {
  const fits = html !== null && rendered_from?.equals(originOf(markdown))
  return fits ? html : renderMarkdown(markdown)
}

/** The stored HTML comes from another text than that in `column`, or from another renderer. */
export function isOutdated(column: string): RawBuilder<boolean> {
  return sql<boolean>`rendered_from is distinct from
    sha256(convert_to(${renderer} || ${sql.ref(column)}, 'UTF8'))`
}

function originOf(markdown: string) {
  return createHash('sha256')
    .update(renderer + markdown)
    .digest()
}
