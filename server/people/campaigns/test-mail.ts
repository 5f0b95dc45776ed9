import type { Database } from '#server/kernel/database/database.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { type Mail, queueMail } from '#server/platform/mail/mail.ts'
import { unsubscribeLinks } from '#server/platform/mail/unsubscribe.ts'
import { type CampaignWords, campaignMail } from './mail-texts.ts'

export const campaignTestMail: Mail = { name: 'campaign-test', urgent: true }

export async function mailTest(
  db: Database,
  sender: Sender,
  staff: { id: number; email: string },
  words: CampaignWords,
) {
  const linkOf = await unsubscribeLinks(db, sender.siteUrl)
  const mail = campaignMail(sender, words)(linkOf(staff.id))
  const subject = `[Test] ${mail.subject}`
  return queueMail(db, {
    ...mail,
    subject,
    to: staff.email,
    userId: staff.id,
    template: campaignTestMail,
  })
}
