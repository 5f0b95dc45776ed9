import type { ServiceName } from '#contract/platform/health.ts'
import { serviceName } from '#contract/platform/health.ts'
import { apiVersion } from '#server/adapters/payments/stripe.ts'
import { neededPermissions } from '#server/adapters/payments/stripe-permissions.ts'
import { endpointEvents } from '#server/adapters/payments/stripe-setup.ts'
import { type KeyName, serviceKeys } from '#server/kernel/config/service-keys.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { webhookUrl } from './adapters.ts'
import { shownOf } from './shown.ts'
import { readTrial } from './trials.ts'
import { isByEnvironment } from './watch.ts'

export async function listServiceSetups({ db, config, services }: PlatformShop) {
  const rows = await db
    .selectFrom('service_keys')
    .select(['name', 'shown', 'set_by', 'set_at'])
    .execute()
  const stored = new Map(rows.map((row) => [row.name, row]))
  const { unreadable } = services.stored()
  const trial = await readTrial(db, services.ring, 'mail')

  function present(name: ServiceName) {
    const names: readonly KeyName[] = serviceKeys[name]
    const given = names.map((key) => stored.get(key))
    const byEnvironment = isByEnvironment(config, name)
    const environment = config.keys[name] as Partial<Record<KeyName, string>> | null
    const shown = (key: KeyName) => {
      if (!byEnvironment) return stored.get(key)?.shown ?? null
      const value = environment?.[key]
      return value === undefined ? null : shownOf(key, value)
    }
    const here = given.every((row) => row !== undefined)
    return {
      name,
      source: byEnvironment ? ('environment' as const) : here ? ('here' as const) : null,
      keys: names.map((key) => ({ name: key, shown: shown(key) })),
      set_by: given[0]?.set_by ?? null,
      set_at: given[0]?.set_at ?? null,
      unreadable: unreadable.includes(name),
    }
  }
  return {
    services: serviceName.options.map(present),
    test_mode: config.sandbox !== null,
    stripe_endpoint: {
      url: webhookUrl(config, 'stripe'),
      events: [...endpointEvents],
      version: apiVersion,
      permissions: neededPermissions,
    },
    btcpay_webhook: webhookUrl(config, 'btcpay'),
    discord_redirect: `${config.siteUrl}/discord`,
    mail_code_by: trial && new URL(trial.keys.SMTP_URL).host,
  }
}
