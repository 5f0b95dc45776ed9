import type { ServiceName } from '#contract/health.ts'
import { services as declared, type Finding } from '#contract/services.ts'
import { record } from '#server/events/record.ts'
import { transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { type KeysOf, serviceKeys } from '#server/kernel/service-keys.ts'
import type { Staff } from '#server/logs/staff.ts'
import type { Shop } from '#server/shop/shop.ts'
import { removeKeys, storeKeys } from './stored-keys.ts'
import { isByEnvironment } from './watch.ts'

export type Means = Pick<Shop, 'db' | 'config' | 'services'>

/** Refuses where keys that are given here would not count. */
export function requireSettable({ config }: Means, service: ServiceName) {
  const { test_mode, set_by_environment } = declared.setNowpayments.refusals
  // What a demo's administrator gave, whom anybody can be, would hold for the real shop on its database.
  if (config.sandbox) throw new Refusal(test_mode)
  if (!isByEnvironment(config, service)) return
  const variables = serviceKeys[service].join(', ')
  throw new Refusal(set_by_environment, { values: { variables } })
}

export const isGood = (findings: readonly Finding[]) => findings.every(({ kind }) => kind !== 'bad')

/** The shop goes by these keys from now on, in every process. */
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

/** Forgets the keys that were given here; those of the environment are not touched. */
export async function forgetKeys({ db, services }: Means, staff: Staff, service: ServiceName) {
  await transaction(db, async (tx) => {
    if (!(await removeKeys(tx, service))) throw new Refusal(declared.remove.refusals.no_keys)
    await record(tx, 'service.removed', { staff, data: { service } })
  })
  await services.refresh()
}
