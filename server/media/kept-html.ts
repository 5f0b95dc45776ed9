import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type RawBuilder, sql } from 'kysely'
import pkg from '../../package.json' with { type: 'json' }
import { renderMarkdown, renderWritten } from './markdown.ts'

/** Columns of a text's HTML. It counts only while it was made from that text by this renderer. */
type Kept = { html: string | null; rendered_from: Buffer | null }

/** A hash of the renderer's source and libraries: HTML of another renderer is rendered again. */
const renderer = createHash('sha256')
  .update(readFileSync(new URL('./markdown.ts', import.meta.url)))
  .update(`${pkg.dependencies.marked} ${pkg.dependencies['sanitize-html']}`)
  .digest('hex')

/**
 * What to keep of a text that somebody writes just now. Refuses with 422 what cannot be rendered.
 */
export function keepWritten(markdown: string, field: string) {
  return { html: renderWritten(markdown, field), rendered_from: originOf(markdown) }
}

/** The same for a text that is there already. */
export function keepRendered(markdown: string) {
  return { html: renderMarkdown(markdown), rendered_from: originOf(markdown) }
}

/** The text's HTML: what was kept, or rendered now when none was kept of this very text. */
export function htmlOf(markdown: string, { html, rendered_from }: Kept): string {
  const fits = html !== null && rendered_from?.equals(originOf(markdown))
  return fits ? html : renderMarkdown(markdown)
}

/** Whether a row's HTML was made from another text than the one in `column`, or by another renderer. */
export function isOutdated(column: string): RawBuilder<boolean> {
  return sql<boolean>`rendered_from is distinct from
    sha256(convert_to(${renderer} || ${sql.ref(column)}, 'UTF8'))`
}

function originOf(markdown: string) {
  return createHash('sha256')
    .update(renderer + markdown)
    .digest()
}
