import { Invalid } from '#server/kernel/http/parse-input.ts'
import { findUndrawable } from './fallback-fonts.ts'

/** Refuses a text that no font can draw, with 422 at its field. An omitted field passes. */
export async function requireDrawable(fields: Record<string, string | null | undefined>) {
  const issues: Invalid['issues'] = []
  for (const [field, text] of Object.entries(fields)) {
    const undrawable = text ? await findUndrawable(text) : []
    if (undrawable.length === 0) continue
    const shown = undrawable.slice(0, 5).join(' ')
    const msg = `Receipts and link previews cannot show ${shown}. Use another spelling, for example in Latin letters.`
    issues.push({ type: 'undrawable', loc: ['body', field], msg })
  }
  if (issues.length > 0) throw new Invalid(issues)
}
