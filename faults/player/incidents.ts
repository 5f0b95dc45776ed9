import { credits } from '#contract/outages/credits.ts'
import { staffIncidents } from '#contract/outages/staff-incidents.ts'
import { staffStatus } from '#contract/outages/staff-status.ts'
import type { Offer } from './offer.ts'
import type { World } from './world.ts'

type CallAsStaff = World['callAsStaff']

const module = 'game'

/** An incident credits lost time of the first product to customers, and freezes time of the second. */
export async function addModule(callAsStaff: CallAsStaff, { products }: Offer) {
  const body = { repo: module, version: '1', status: 'operational' as const }
  await callAsStaff(staffStatus.add, { body })
  for (const [at, mode] of (['credit', 'still'] as const).entries())
    await callAsStaff(credits.setPolicy, {
      params: { id: String(products[at]!.id) },
      body: { repos: [module], mode, from_minutes: 0 },
    })
}

/** Declares an incident. Returns its id. */
export async function declareIncident(callAsStaff: CallAsStaff): Promise<string> {
  const { body } = await callAsStaff(staffIncidents.add, {
    body: { title: 'Outage', repos: [module], status: 'offline', text: 'We are on it' },
  })
  return String(body.id)
}

/** Closes an incident, and confirms its compensation. */
export async function closeIncident(
  { callAsStaff, work }: Pick<World, 'callAsStaff' | 'work'>,
  id: string,
) {
  const closed = await callAsStaff(staffIncidents.close, { params: { id }, body: { text: 'Over' } })
  const params = { id: String(closed.body.batch) }
  await callAsStaff(credits.preview, { params })
  await work()
  const { body } = await callAsStaff(credits.get, { params })
  const people = body.effects?.people ?? 0
  if (people > 0) await callAsStaff(credits.confirm, { params, body: { people } })
}
