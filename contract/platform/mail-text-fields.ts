import type * as z from 'zod'
import { optionalWords, prose, words } from '#contract/wire/text-fields.ts'

/** A text of a mail, and its label in the editor. */
export type MailField = {
  label: string
  hint?: string
  most: number
  /** Multi-line: each line is a paragraph. */
  lines?: number
  /** May be empty. The mail then omits it. */
  optional?: boolean
  /** Required placeholders: without them the mail would not serve its purpose. */
  needs?: readonly string[]
}

export type MailText = {
  title: string
  /** When the mail is sent. */
  detail: string
  /**
   * The placeholders that its texts may contain in addition to `{shop}`, with a description of
   * each.
   */
  placeholders: Readonly<Record<string, string>>
  fields: Readonly<Record<string, MailField>>
}

/**
 * Preserves the literal names of placeholders and fields, so that the compiler makes the server
 * supply every value.
 */
export function mailText<P extends string, F extends string>(mail: {
  title: string
  detail: string
  placeholders: Record<P, string>
  fields: Record<F, MailField>
}) {
  return mail
}

export const line = (label: string, more: Partial<MailField> = {}): MailField => ({
  label,
  most: 200,
  ...more,
})

export const paragraphs = (label: string, more: Partial<MailField> = {}): MailField => ({
  label,
  most: 3000,
  lines: 3,
  ...more,
})

/** The first fields of every mail. */
export const top = {
  subject: line('Subject'),
  preheader: line('Preview text', { hint: 'Mailboxes show it after the subject.' }),
  heading: line('Heading'),
}
export const text = paragraphs('Text', { lines: 5, hint: 'Each line becomes a paragraph.' })
export const button = line('Button', { most: 60, hint: 'The shop adds the link.' })
/** The last fields of every mail. */
export const end = {
  notes: paragraphs('Small print', { optional: true }),
  reason: line('Reason for this mail'),
}

/** The schema of a field: it allows only known placeholders and requires the needed ones. */
export function fieldOf(mail: MailText, field: MailField): z.ZodType<string, string> {
  const { most, lines, optional, needs = [] } = field
  const known = ['shop', ...Object.keys(mail.placeholders)]
  const plain = lines
    ? optional
      ? prose(most, known, 0)
      : prose(most, known)
    : optional
      ? optionalWords(most, known)
      : words(most, known)
  return plain.superRefine((given, context) => {
    for (const name of needs) {
      if (given.includes(`{${name}}`)) continue
      const message = `The text must contain {${name}}: ${mail.placeholders[name]}`
      context.addIssue({ code: 'custom', message })
    }
  })
}
