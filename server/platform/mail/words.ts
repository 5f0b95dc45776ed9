import type { MailTextName, MailValues } from '#contract/platform/mail-texts.ts'
import type { TextsOf } from '#contract/platform/text-pages.ts'
import { isolate } from '#contract/wire/isolate.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import { type Kept, wholeOf } from '#server/platform/texts/content.ts'
import type { FramedMail, MailContent, Sender } from './frame.ts'
import type { Mail } from './mail.ts'
import type { Rerender } from './rerender.ts'

type Edited<Text> = Text extends `mail-${infer Name}` ? Name : never
type TextOf<Name extends Edited<MailTextName>> = `mail-${Name}`

/** A mail whose texts staff can edit. */
export type WrittenMail<Text extends MailTextName = MailTextName> = Mail & {
  again: Rerender | null
  /** The default texts. */
  words: TextsOf<Text>
  /**
   * The mail with invented data, by the name of each case. Used for the preview and the test mail.
   */
  samples: Record<string, (sender: Sender) => FramedMail>
}

/**
 * Declares a mail whose texts staff can edit. `fillIn` returns its texts, the published ones or the
 * defaults, with the given facts inserted. The file of `again` imports the declaration, so it may
 * use it only within functions.
 */
export function mail<Name extends Edited<MailTextName>>(
  name: Name,
  declared: Omit<WrittenMail<TextOf<Name>>, 'name'>,
) {
  const text: TextOf<Name> = `mail-${name}`
  const { words } = declared
  return {
    name,
    ...declared,
    fillIn({ shopName, mailTexts }: Sender, values: MailValues<TextOf<Name>>) {
      const kept: Kept | undefined = mailTexts[text]
      return fillIn(
        kept ? wholeOf(text, kept, words) : words,
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

/** Returns the beginning and end that all mails share. */
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

/** Returns the paragraphs of a text. */
export function lines(text: string): string[] {
  return text.split(/\s*\n\s*/).filter((line) => line !== '')
}
