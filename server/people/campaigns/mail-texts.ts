import { isolated } from '#contract/wire/isolate.ts'
import { mailBody } from '#server/platform/mail/body.ts'
import { coloursOf } from '#server/platform/mail/colours.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { unsubscribeHeaders } from '#server/platform/mail/unsubscribe.ts'

export type CampaignWords = { subject: string; content: string }

/** The returned function frames the mail for one recipient, with their unsubscribe link. */
export function campaignMail(sender: Sender, { subject, content }: CampaignWords) {
  const body = mailBody(content, sender.siteUrl, coloursOf(sender.look).link)
  const preheader = body.text.replace(/\s+/g, ' ').slice(0, 120)
  return (unsubscribe: string): FramedMail & { headers: Record<string, string> } => ({
    ...frame(sender, {
      subject,
      preheader,
      heading: subject,
      paragraphs: [],
      body,
      notes: [],
      reason: isolated`You receive this because you have an account at ${sender.shopName}.`,
      unsubscribe,
    }),
    headers: {
      ...unsubscribeHeaders(unsubscribe),
      // Mailboxes sort by this header, and people use it in filters.
      'List-Id': `<campaigns.${new URL(sender.siteUrl).hostname}>`,
      Precedence: 'bulk',
    },
  })
}
