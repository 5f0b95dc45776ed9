import { incidentStateNames } from '#contract/outages/incidents.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { listIncidents } from '#server/outages/incidents/read.ts'
import { feedOf } from './feed.ts'
import { xml } from './xml.ts'

const most = 50

export async function statusRss(
  db: Database,
  { siteUrl, shopName }: Pick<Config, 'siteUrl' | 'shopName'>,
): Promise<string> {
  const page = `${siteUrl}/status`
  const incidents = await listIncidents(db)
  const updates = incidents
    .flatMap(({ updates, ...incident }) => updates.map((update) => ({ incident, ...update })))
    .sort((a, b) => b.id - a.id)
    .slice(0, most)
  return feedOf({
    title: `${shopName} Status`,
    description: `Incidents and planned maintenance of ${shopName}`,
    page,
    items: updates.map(({ id, text, created_at, incident }) => [
      `<title>${xml(incident.title)}</title>`,
      `<link>${xml(page)}#incident-${incident.id}</link>`,
      `<guid isPermaLink="false">${xml(page)}#update-${id}</guid>`,
      `<pubDate>${created_at.toUTCString()}</pubDate>`,
      `<category>${incidentStateNames[incident.state]}</category>`,
      `<description>${xml(text)}</description>`,
    ]),
  })
}
