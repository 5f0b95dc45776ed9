import { incidentStateNames } from '#contract/incidents.ts'
import { listIncidents } from '#server/incidents/read.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Database } from '#server/kernel/database.ts'
import { xml } from './xml.ts'

const most = 50

/** The newest updates of incidents as RSS 2.0. */
export async function statusRss(
  db: Database,
  { siteUrl, shopName }: Pick<Config, 'siteUrl' | 'shopName'>,
): Promise<string> {
  const incidents = await listIncidents(db)
  const updates = incidents
    .flatMap(({ updates, ...incident }) => updates.map((update) => ({ incident, ...update })))
    .sort((a, b) => b.id - a.id)
    .slice(0, most)
  const items = updates.map(({ id, text, created_at, incident }) =>
    [
      '<item>',
      `<title>${xml(incident.title)}</title>`,
      `<link>${xml(siteUrl)}/status#incident-${incident.id}</link>`,
      `<guid isPermaLink="false">${xml(siteUrl)}/status#update-${id}</guid>`,
      `<pubDate>${created_at.toUTCString()}</pubDate>`,
      `<category>${incidentStateNames[incident.state]}</category>`,
      `<description>${xml(text)}</description>`,
      '</item>',
    ].join('\n'),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">',
    '<channel>',
    `<title>${xml(shopName)} Status</title>`,
    `<link>${xml(siteUrl)}/status</link>`,
    `<description>Incidents and planned maintenance of ${xml(shopName)}</description>`,
    '<language>en</language>',
    `<atom:link href="${xml(siteUrl)}/status/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}
