import * as z from 'zod'
import { refusalNames } from './mail/refusals.ts'

/** Forms send booleans as text. */
const flag = z.union([z.boolean(), z.stringbool()])

const webhooks = z.object({
  delayMs: z.coerce.number().int().min(0).max(600_000),
  /** How many copies of each webhook are sent, all at once. */
  copies: z.coerce.number().int().min(1).max(100),
  /** Holds webhooks for a moment and sends them newest first. */
  reorder: flag,
  badSignature: flag,
  lost: flag,
})

const provider = z.object({
  /**
   * `timeout`: does nothing and never responds. `timeout_after`: does the work but never responds.
   * `error`: responds with 500.
   */
  api: z.enum(['ok', 'timeout', 'timeout_after', 'error']),
  /** The delay before the work, as with a distant or slow server. */
  delayMs: z.coerce.number().int().min(0).max(600_000),
  webhooks,
})

const stripe = provider.extend({
  api: z.enum([...provider.shape.api.options, 'rate_limited']),
  /** Permissions that the account's restricted key lacks, such as `refund_write`. */
  missingPermissions: z.array(z.string()),
})

const discord = z.object({
  /** `last_call`: each answer reports that no calls are left. */
  api: z.enum([...provider.shape.api.options, 'last_call', 'rate_limited']),
  /** The wait in seconds that a rate-limited response, or one without calls left, requests. */
  retryAfter: z.coerce.number().min(0).max(600),
  bot: z.enum(['allowed', 'below_role', 'not_in_server']),
})

const vies = z.object({
  /** `busy`: too many concurrent requests. `away`: the country's register does not respond. */
  api: z.enum(['valid', 'invalid', 'busy', 'away', 'timeout', 'error']),
  delayMs: z.coerce.number().int().min(0).max(600_000),
})

const switches = z.object({
  stripe,
  nowpayments: provider,
  btcpay: provider,
  discord,
  vies,
  smtp: z.object({
    refuse: z.enum(['no', ...refusalNames]),
    delayMs: z.coerce.number().int().min(0).max(600_000),
  }),
})

export type Switches = z.infer<typeof switches>
export const providers = ['stripe', 'nowpayments', 'btcpay'] as const
export type Provider = (typeof providers)[number]

const partialWebhooks = { webhooks: webhooks.partial().strict() }
const partialProvider = provider.extend(partialWebhooks).partial().strict()

/** Any part of the switches, at any depth. Unknown names are rejected. */
export const switchesPatch = z.strictObject({
  stripe: stripe.extend(partialWebhooks).partial().strict().optional(),
  nowpayments: partialProvider.optional(),
  btcpay: partialProvider.optional(),
  discord: discord.partial().strict().optional(),
  vies: vies.partial().strict().optional(),
  smtp: switches.shape.smtp.partial().strict().optional(),
})
export type SwitchesPatch = z.infer<typeof switchesPatch>

function wellBehaved(): Switches {
  const behaves = (): Switches['nowpayments'] => ({
    api: 'ok',
    delayMs: 0,
    webhooks: { delayMs: 0, copies: 1, reorder: false, badSignature: false, lost: false },
  })
  return {
    stripe: { ...behaves(), missingPermissions: [] },
    nowpayments: behaves(),
    btcpay: behaves(),
    discord: { api: 'ok', retryAfter: 1, bot: 'allowed' },
    vies: { api: 'valid', delayMs: 0 },
    smtp: { refuse: 'no', delayMs: 0 },
  }
}

export function createSwitches(): Switches {
  return wellBehaved()
}

/**
 * Changes the switches in place, so that everything that holds them sees the change immediately.
 */
export function applySwitches(target: Switches, patch: SwitchesPatch): Switches {
  for (const name of providers) {
    const { webhooks: hooks, ...rest } = patch[name] ?? {}
    Object.assign(target[name], rest)
    Object.assign(target[name].webhooks, hooks)
  }
  Object.assign(target.discord, patch.discord)
  Object.assign(target.vies, patch.vies)
  Object.assign(target.smtp, patch.smtp)
  return target
}

export function resetSwitches(target: Switches): Switches {
  return applySwitches(target, wellBehaved())
}

/** The number of switches that differ from a configuration without faults. */
export function countFailures(current: Switches): number {
  const normal = wellBehaved()
  let count = 0
  for (const name of providers) {
    if (current[name].api !== 'ok') count++
    if (current[name].delayMs > 0) count++
    for (const key of Object.keys(normal[name].webhooks) as (keyof typeof normal.stripe.webhooks)[])
      if (current[name].webhooks[key] !== normal[name].webhooks[key]) count++
  }
  if (current.discord.api !== 'ok') count++
  if (current.discord.bot !== 'allowed') count++
  if (current.vies.api !== 'valid') count++
  if (current.vies.delayMs > 0) count++
  if (current.smtp.refuse !== 'no') count++
  if (current.smtp.delayMs > 0) count++
  return count
}
