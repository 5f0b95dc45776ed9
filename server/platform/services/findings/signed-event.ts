import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Finding } from '#contract/platform/services.ts'
import type { KeysOf } from '#server/kernel/config/service-keys.ts'
import { webhookUrl } from '../adapters.ts'
import type { Telling } from '../hear.ts'
import type { Means } from '../set.ts'
import { beginTrial, endTrial } from '../trials.ts'
import { bad, good, wordsOf } from './finding.ts'

/** Maximum delivery time of an event, in milliseconds. Most take two seconds. */
const patience = 15_000

export type Tried<Name extends Telling> = {
  service: Name
  keys: KeysOf<Name>
  expects: string
  /** The provider, and the event name as its settings show it. */
  words: { provider: string; event: string }
}

/** `send` makes the provider send an event, which may arrive at any process. */
export async function testSignedEvent<Name extends Telling>(
  { db, config, services }: Means,
  { words: { provider, event }, ...tried }: Tried<Name>,
  send: () => Promise<unknown>,
): Promise<Finding> {
  const id = await beginTrial(db, services.ring, tried)
  try {
    await send()
    const until = performance.now() + patience
    while (performance.now() < until) {
      const { heard } = await readHeard(db, id)
      if (heard) return good('A signed test event arrived.')
      await delay(200)
    }
    const { missigned } = await readHeard(db, id)
    const url = webhookUrl(config, tried.service)
    return bad(
      missigned
        ? 'A test event arrived, but it was signed with another secret. Copy the secret of the endpoint with this shop’s URL.'
        : `No test event arrived within ${patience / 1000} seconds. Check that ${provider} can reach ${url}, and that ${event} is one of the events that it sends there.`,
    )
  } catch (error) {
    return bad(`${provider} did not send a test event: “${wordsOf(error)}”`)
  } finally {
    await endTrial(db, id)
  }
}

async function readHeard(db: Means['db'], id: string) {
  const row = await db
    .selectFrom('service_trials')
    .select([
      sql<boolean>`heard_at is not null`.as('heard'),
      sql<boolean>`missigned_at is not null`.as('missigned'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? { heard: false, missigned: false }
}
