import type { MailTextName } from '#contract/platform/mail-texts.ts'
import { staffMailTexts } from '#contract/platform/staff-mail-texts.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { parseBody } from '#server/kernel/http/parse-input.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import type { Kept } from '#server/platform/texts/content.ts'
import { getWrittenMail } from '#server/platform/texts/declared-mails.ts'
import type { Sender } from './frame.ts'
import { type Mail, queueMail } from './mail.ts'

/** A sample with unsaved texts, to the staff member who edits them. */
export const textTestMail: Mail = { name: 'text-test', urgent: true }

type Body<Call extends keyof typeof staffMailTexts> = Parsed<(typeof staffMailTexts)[Call]>['body']

/** Renders every sample of a mail with these texts. Throws `unknown_text` and `Invalid`. */
export function previewMail(
  { config }: Pick<PlatformShop, 'config'>,
  { name, ...words }: Body<'preview'>,
) {
  const { schema, samples } = getWrittenMail(name)
  const sender = saying(config, name, parseBody(schema, words))
  const mails = Object.entries(samples).map(([sample, write]) => {
    const { subject, html, text } = write(sender)
    // The page that shows it does not allow style elements. This one only contains dark mode.
    return { sample, subject, text, html: html.replace(/<style>.*?<\/style>/s, '') }
  })
  return { mails }
}

/** Throws `no_mail_server`, `unknown_text`, `unknown_sample` and `Invalid`. */
export async function mailSample(
  { db, config, mail }: Pick<PlatformShop, 'db' | 'config' | 'mail'>,
  staff: { id: number; email: string },
  { name, sample, ...words }: Body<'test'>,
) {
  const { refusals } = staffMailTexts.test
  const { schema, samples } = getWrittenMail(name)
  const sender = saying(config, name, parseBody(schema, words))
  if (!mail) throw new Refusal(refusals.no_mail_server)
  const write = Object.hasOwn(samples, sample) ? samples[sample] : undefined
  if (!write) throw new Refusal(refusals.unknown_sample)
  const written = write(sender)
  await queueMail(db, {
    ...written,
    subject: `[Test] ${written.subject}`,
    to: staff.email,
    userId: staff.id,
    template: textTestMail,
  })
}

function saying(config: PlatformShop['config'], name: MailTextName, words: Kept): Sender {
  const { shopName, siteUrl, look, seller, timeZone } = config
  return { shopName, siteUrl, look, seller, timeZone, mailTexts: { [name]: words } }
}
