import type * as z from 'zod'
import { optionalWords, prose, words } from './text-fields.ts'

/** A text of a mail, and what its editor says of it. */
export type MailField = {
  label: string
  hint?: string
  most: number
  /** Of several lines, each of which is a paragraph. */
  lines?: number
  /** May be empty, which leaves it out. */
  optional?: boolean
  /** Placeholders without which the mail would not do what it is sent for. */
  needs?: readonly string[]
}

export type MailText = {
  title: string
  /** When it is sent. */
  detail: string
  /** What its texts may have in braces beside `{shop}`, with what is put in. */
  placeholders: Readonly<Record<string, string>>
  fields: Readonly<Record<string, MailField>>
}

/** Keeps the names of placeholders and fields, by which the server is held to give each of them. */
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

/** How every mail begins. */
export const top = {
  subject: line('Subject'),
  preheader: line('After the subject', { hint: 'Mailboxes show it in their list.' }),
  heading: line('Heading'),
}
export const text = paragraphs('Text', { lines: 5, hint: 'Every line is a paragraph.' })
export const button = line('Button', { most: 60, hint: 'The shop puts its address in.' })
/** And how it ends. */
export const end = {
  notes: paragraphs('Small print', { optional: true }),
  reason: line('Why it came'),
}

/** What may be written into a field: known placeholders, and those that it needs. */
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
      const message = `{${name}} must stand here: ${mail.placeholders[name]}`
      context.addIssue({ code: 'custom', message })
    }
  })
}
