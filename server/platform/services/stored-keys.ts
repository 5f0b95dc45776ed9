import { sql } from 'kysely'
import { type ServiceName, serviceName } from '#contract/platform/health.ts'
import {
  type KeyName,
  type KeysOf,
  type ServiceKeys,
  serviceKeys,
  wholeGroup,
} from '#server/kernel/config/service-keys.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { type Keyring, type Sealed, seal, unseal } from '#server/kernel/secrets/sealing.ts'
import { shownOf } from './shown.ts'

export type StoredKeys = {
  keys: ServiceKeys
  /** Stored keys that are sealed with a key which this process does not have. */
  unreadable: ServiceName[]
}

const contextOf = (name: string) => `service_keys/${name}`

/** A service with an unreadable key counts as not set up. */
export async function readStoredKeys(db: Database, ring: Keyring): Promise<StoredKeys> {
  const rows = await db.selectFrom('service_keys').select(['name', 'sealed', 'key_id']).execute()
  const opened = new Map(rows.map((row) => [row.name, unseal(ring, row, contextOf(row.name))]))
  const given = Object.fromEntries([...opened].filter(([, value]) => value !== null))
  const keys = Object.fromEntries(
    serviceName.options.map((name) => [name, wholeGroup(name, given)]),
  ) as ServiceKeys
  const unreadable = serviceName.options.filter((name) =>
    serviceKeys[name].some((key) => opened.get(key) === null),
  )
  return { keys, unreadable }
}

/** Replaces the keys of a service. Must be called in a transaction. */
export async function storeKeys<Name extends ServiceName>(
  tx: Tx,
  ring: Keyring,
  { service, keys, by }: { service: Name; keys: KeysOf<Name>; by: string },
) {
  const rows = (Object.entries(keys) as [KeyName, string][]).map(([name, value]) => ({
    name,
    ...seal(ring, value, contextOf(name)),
    shown: shownOf(name, value),
    set_by: by,
    set_at: sql<Date>`now()`,
  }))
  await removeKeys(tx, service)
  await tx.insertInto('service_keys').values(rows).execute()
}

export async function removeKeys(tx: Tx, service: ServiceName): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('service_keys')
    .where('name', 'in', serviceKeys[service])
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Seals secrets of former keys with the current key, so that the former can be retired. */
export async function resealKeys(db: Database, ring: Keyring) {
  const rows = await db
    .selectFrom('service_keys')
    .select(['name', 'sealed', 'key_id'])
    .where('key_id', '<>', ring.current.id)
    .execute()
  for (const row of rows) {
    const value = unseal(ring, row, contextOf(row.name))
    if (value === null) continue
    const sealed: Sealed = seal(ring, value, contextOf(row.name))
    await db
      .updateTable('service_keys')
      .set(sealed)
      .where('name', '=', row.name)
      // Another process may have done so already, or a staff member has entered another key.
      .where('sealed', '=', row.sealed)
      .execute()
  }
}
