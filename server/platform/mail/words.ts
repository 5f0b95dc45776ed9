import type { MailTextName, MailValues } from '#contract/platform/mail-texts.ts'
import type { TextsOf } from '#contract/platform/text-pages.ts'
import { isolate } from '#contract/wire/isolate.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import { type Kept, wholeOf } from '#server/platform/texts/content.ts'
import type { FramedMail, MailContent, Sender } from './frame.ts'

/** A mail whose texts staff can edit, as its domain defines it in `mail-texts.ts`. */
export type WrittenMail<Name extends MailTextName> = {
  /** The default texts. */
  words: TextsOf<Name>
  /**
   * The mail with invented data, by the name of each case. Used for the preview and the test mail.
   */
  samples: Record<string, (sender: Sender) => FramedMail>
}

/** The editable mails of a domain. */
export type WrittenMails<Name extends MailTextName> = { [N in Name]: WrittenMail<N> }

/**
 * Returns a function that gets the texts of a domain's mail: the published ones or the defaults,
 * with the given facts inserted.
 */
export function writer<Names extends MailTextName>(mails: WrittenMails<Names>) {
  return <Name extends Names>(
    { shopName, mailTexts }: Sender,
    name: Name,
    values: MailValues<Name>,
  ): TextsOf<Name> => {
    const { words } = mails[name]
    const kept: Kept | undefined = mailTexts[name]
    return fillIn(
      kept ? wholeOf(name, kept, words) : words,
      withIsolated({ shop: shopName, ...values }),
    )
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
