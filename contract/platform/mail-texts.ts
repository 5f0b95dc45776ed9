import * as z from 'zod'
import { optionalWords, prose, words } from '#contract/wire/text-fields.ts'

/** The name of a mail's text. The server knows which mails there are. */
export const mailTextName = z.templateLiteral(['mail-', z.string().regex(/^[a-z-]{1,35}$/)]).meta({
  description: 'As in the list of texts',
  example: 'mail-verifications',
})
export type MailTextName = z.output<typeof mailTextName>

const mailField = z
  .object({
    label: z.string(),
    hint: z.string().optional(),
    most: z.int().meta({ description: 'The maximum number of characters' }),
    lines: z.int().optional().meta({ description: 'Multi-line: each line is a paragraph' }),
    optional: z.boolean().optional().meta({ description: 'May be empty. The email then omits it' }),
    needs: z.array(z.string()).readonly().optional().meta({
      description: 'Required placeholders. Without them the email would not serve its purpose',
    }),
  })
  .meta({ id: 'MailField' })
/** A text of a mail, and its label in the editor. */
export type MailField = z.output<typeof mailField>

export const mailText = z
  .object({
    title: z.string(),
    detail: z.string().meta({ description: 'When the email is sent' }),
    placeholders: z.record(z.string(), z.string()).readonly().meta({
      description:
        'The placeholders that its texts may contain in addition to `{shop}`, with a description of each',
    }),
    fields: z.record(z.string(), mailField).readonly(),
  })
  .meta({ id: 'MailText' })
export type MailText = z.output<typeof mailText>

/**
 * The body of a call with the texts of a mail. Its fields depend on the mail, so the server checks
 * them with `schemaOfMail`.
 */
export function mailWords<S extends z.ZodRawShape>(more: S, example: object) {
  // The type of the other properties must include the declared ones.
  const texts = z.string() as z.ZodType<unknown, unknown>
  return z
    .object({ name: mailTextName, ...more })
    .catchall(texts)
    .meta({ example: { ...exampleWords, ...example } })
}

const exampleWords = {
  name: 'mail-verifications',
  subject: 'Verify your email for {shop}',
  preheader: 'Use the link of the account that you created.',
  heading: 'Verify your email',
  text: 'Several accounts were created with this address. Use only the link of your account.',
  notes: 'The links work for 24 hours.',
  reason: 'Somebody signed up with this address.',
}

/** The schema of a mail's texts. */
export function schemaOfMail(mail: MailText) {
  const fields = Object.entries(mail.fields).map(([name, field]) => [name, fieldOf(mail, field)])
  return z.strictObject(Object.fromEntries(fields) as Record<string, z.ZodType<string, string>>)
}

/** The schema of a field: it allows only known placeholders and requires the needed ones. */
function fieldOf(mail: MailText, field: MailField): z.ZodType<string, string> {
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
