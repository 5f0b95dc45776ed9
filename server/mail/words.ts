import type { MailTextName, MailValues } from '#contract/mail-texts.ts'
import { fillIn } from '#contract/placeholders.ts'
import type { TextsOf } from '#contract/text-pages.ts'
import { type Kept, wholeOf } from '#server/texts/content.ts'
import type { FramedMail, MailContent, Sender } from './frame.ts'

/** A mail whose words staff can write, as its domain gives it in `mail-texts.ts`. */
export type WrittenMail<Name extends MailTextName> = {
  /** What it says where nobody wrote anything else. */
  words: TextsOf<Name>
  /** The mail about made-up facts, by what is special of them: for the preview and the test. */
  samples: Record<string, (sender: Sender) => FramedMail>
}

/** Of a domain. */
export type WrittenMails<Name extends MailTextName> = { [N in Name]: WrittenMail<N> }

/**
 * How a domain's mails get their words: what was published of one, or its own, with these facts put
 * in.
 */
export function writer<Names extends MailTextName>(mails: WrittenMails<Names>) {
  return <Name extends Names>(
    { shopName, mailTexts }: Sender,
    name: Name,
    values: MailValues<Name>,
  ): TextsOf<Name> => {
    const { words } = mails[name]
    const kept: Kept | undefined = mailTexts[name]
    return fillIn(kept ? wholeOf(name, kept, words) : words, { shop: shopName, ...values })
  }
}

type Usual = Record<'subject' | 'preheader' | 'heading' | 'text' | 'notes' | 'reason', string>

/** How every mail begins and ends. */
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

/** The paragraphs of a text. */
export function lines(text: string): string[] {
  return text.split(/\s*\n\s*/).filter((line) => line !== '')
}
