import type { Staff } from '#server/platform/logs/staff.ts'
import { announcementsBy } from './adapters.ts'
import { testAnnouncements } from './findings/announcements.ts'
import { keepGood, type Means, requireSettable } from './set.ts'

export async function setAnnouncements(means: Means, staff: Staff, webhookUrl: string) {
  requireSettable(means, 'announcements')
  const keys = { DISCORD_WEBHOOK_URL: webhookUrl }
  const findings = await testAnnouncements(announcementsBy(keys, means.config))
  return keepGood(means, staff, 'announcements', keys, findings)
}
