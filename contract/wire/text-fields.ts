import * as z from 'zod'
import { unknownPlaceholder } from './placeholders.ts'
import { line } from './text.ts'

/** The placeholders that every text of a page may contain. */
export const shopOnly = ['shop'] as const

type Known = readonly string[]

/** A single-line text for a heading or a button. */
export function words(most: number, known: Known = shopOnly) {
  return checked(line(most, 'Enter a text'), known)
}

/** The same, but it may be empty. */
export function optionalWords(most: number, known: Known = shopOnly) {
  return checked(z.union([z.literal(''), line(most)]), known)
}

/** A multi-line text. */
export function prose(most: number, known: Known = shopOnly, least = 1) {
  return checked(
    z
      .string()
      .trim()
      .min(least, 'Enter a text')
      .max(most, `At most ${most.toLocaleString('en')} characters`),
    known,
  )
}

function checked<S extends z.ZodType<string, string>>(schema: S, known: Known) {
  return schema.superRefine((text, context) => {
    const message = unknownPlaceholder(text, known)
    if (message) context.addIssue({ code: 'custom', message })
  })
}

const badAddress =
  'Enter a path that begins with / for a page of the shop, or a link that begins with https://, http:// or mailto:'

/** A link target: a page of the shop, another site, or a mail address. */
export const linkAddress = z
  .string()
  .trim()
  .max(500, 'At most 500 characters')
  .refine(isLinkAddress, badAddress)

function isLinkAddress(text: string): boolean {
  if (/[\s\\<>"]/.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  if (!/^(https?:\/\/|mailto:)/i.test(text)) return false
  try {
    const { protocol, host, pathname } = new URL(text)
    return protocol === 'mailto:' ? pathname.includes('@') : host !== ''
  } catch {
    return false
  }
}

/** A list of entries with a maximum length. The first text of each entry must be unique. */
export function entries<S extends z.ZodObject>(entry: S, most: number) {
  const [name] = Object.keys(entry.shape) as [string]
  return z
    .array(entry)
    .max(most, `At most ${most} entries`)
    .superRefine((all, context) => {
      const seen = new Set<unknown>()
      for (const [at, one] of all.entries()) {
        const text = (one as Record<string, unknown>)[name]
        if (text && seen.has(text)) {
          const message = 'This entry is a duplicate of an earlier one'
          context.addIssue({ code: 'custom', path: [at, name], message })
        }
        seen.add(text)
      }
    })
}
