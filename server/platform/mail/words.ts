import type * as z from 'zod'
import { type MailField, type MailText, schemaOfMail } from '#contract/platform/mail-texts.ts'
import { isolate } from '#contract/wire/isolate.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import { type Kept, wholeOf } from '#server/platform/texts/content.ts'
import type { FramedMail, MailContent, Sender } from './frame.ts'
import type { Mail } from './mail.ts'
import type { Rerender } from './rerender.ts'

export type WrittenMail = Mail &
  MailText & {
    again: Rerender | null
    words: Readonly<Record<string, string>>
    schema: z.ZodObject
    /** The mail with invented data, by the name of each case. For the preview and the test mail. */
    samples: Record<string, (sender: Sender) => FramedMail>
  }

/** The compiler makes the words have every field, and `fillIn` receive every placeholder. */
type Declared<Placeholder extends string, Field extends string> = Pick<
  WrittenMail,
  'title' | 'detail' | 'urgent' | 'samples' | 'again'
> & {
  placeholders: Record<Placeholder, string>
  fields: Record<Field, MailField>
  words: NoInfer<Record<Field, string>>
}

/** The file of `again` imports this declaration, so it may use the import only in functions. */
export function mail<Placeholder extends string, Field extends string>(
  name: string,
  declared: Declared<Placeholder, Field>,
) {
  const schema = schemaOfMail(declared)
  const { words } = declared
  return {
    name,
    ...declared,
    schema,
    fillIn({ shopName, mailTexts }: Sender, values: Record<Placeholder, string>) {
      const kept: Kept | undefined = mailTexts[`mail-${name}`]
      return fillIn(
        kept ? wholeOf(schema, kept, words) : words,
        withIsolated({ shop: shopName, ...values }),
      )
    },
  }
}

/** Names in the values must not reorder the sentence that they are inserted into. */
function withIsolated<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolate(value) : value,
  ])
  return Object.fromEntries(entries) as Values
}

type Usual = Record<'subject' | 'preheader' | 'heading' | 'text' | 'notes' | 'reason', string>

export function said({
  subject,
  preheader,
  heading,
  text,
  notes,
  reason,
}: Usual): Pick<
  MailContent,
  'subject' | 'preheader' | 'heading' | 'paragraphs' | 'notes' | 'reason'
> {
  return { subject, preheader, heading, paragraphs: lines(text), notes: lines(notes), reason }
}

export function lines(text: string): string[] {
  return text.split(/\s*\n\s*/).filter((line) => line !== '')
}
