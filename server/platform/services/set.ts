import type { ServiceName } from '#contract/platform/health.ts'
import { services as declared, type Finding } from '#contract/platform/services.ts'
import type { DeclaredRefusal } from '#contract/wire/refusals.ts'
import { type KeysOf, serviceKeys } from '#server/kernel/config/service-keys.ts'
import { stayAwake } from '#server/kernel/database/awake.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { tryLock } from '#server/kernel/database/named-lock.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { type Tried, testSignedEvent } from './findings/signed-event.ts'
import type { Telling } from './hear.ts'
import { removeKeys, storeKeys } from './stored-keys.ts'
import { isByEnvironment } from './watch.ts'

export type Means = Pick<PlatformShop, 'db' | 'config' | 'services'>

/** Refuses if keys entered here would have no effect. */
export function requireSettable({ config }: Means, service: ServiceName) {
  const { test_mode, set_by_environment } = declared.setNowpayments.refusals
  // Anyone can be a demo's administrator, and a real shop on its database would use these keys.
  if (config.sandbox) throw new Refusal(test_mode)
  if (!isByEnvironment(config, service)) return
  const variables = serviceKeys[service].join(', ')
  throw new Refusal(set_by_environment, { values: { variables } })
}

/** Stores keys that were tested, unless a finding is bad. */
export async function keepGood<Name extends ServiceName>(
  means: Means,
  staff: Staff,
  service: Name,
  keys: KeysOf<Name>,
  findings: Finding[],
) {
  const saved = isGood(findings)
  if (saved) await setKeys(means, staff, service, keys)
  return { saved, findings }
}

export type Hook = {
  /** Null if it could not be created. */
  secret: string | null
  finding: Finding
  /** The provider's ids of the endpoints created now and of those that they replace. */
  made: string[]
  former: string[]
}

type Proving = {
  findings: Finding[]
  hook: Hook
  send: () => Promise<unknown>
  remove: (hook: string) => Promise<void>
}

/** Keys are stored only after an event signed with them arrived. Deletes unneeded endpoints. */
export async function proveAndKeep<Name extends Telling>(
  means: Means,
  staff: Staff,
  tried: Tried<Name>,
  { findings, hook, send, remove }: Proving,
) {
  const heard = await testSignedEvent(means, tried, send)
  const all = [...findings, hook.finding, heard]
  const kept = await keepGood(means, staff, tried.service, tried.keys, all)
  // Nobody knows the secret of an unused endpoint, so its events would only be refused.
  const leftOver = kept.saved ? hook.former : hook.made
  await Promise.allSettled(leftOver.map(remove))
  return kept
}

export const isGood = (findings: readonly Finding[]) => findings.every(({ kind }) => kind !== 'bad')

/** Two concurrent setups would delete each other's endpoints at the provider. */
export function aloneAtSetup<T>(
  db: Database,
  service: ServiceName,
  busy: DeclaredRefusal,
  work: () => Promise<T>,
): Promise<T> {
  return transaction(db, async (tx) => {
    if (!(await tryLock(tx, `${service} setup`))) throw new Refusal(busy)
    // A slow provider can take longer than a transaction may be idle.
    const rest = await stayAwake(tx)
    return work().finally(rest)
  })
}

export async function setKeys<Name extends ServiceName>(
  { db, services }: Means,
  staff: Staff,
  service: Name,
  keys: KeysOf<Name>,
) {
  await transaction(db, async (tx) => {
    await storeKeys(tx, services.ring, { service, keys, by: staff.username })
    const data = { service, names: [...serviceKeys[service]] }
    await record(tx, 'service.set', { staff, data })
  })
  await services.refresh()
}

/** Deletes the keys that were entered here. Keys from the environment are not changed. */
export async function forgetKeys({ db, services }: Means, staff: Staff, service: ServiceName) {
  await transaction(db, async (tx) => {
    if (!(await removeKeys(tx, service))) throw new Refusal(declared.remove.refusals.no_keys)
    await record(tx, 'service.removed', { staff, data: { service } })
  })
  await services.refresh()
}
