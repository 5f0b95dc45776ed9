import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario } from './scenario.ts'
import { playFault, throwSwitches } from './stage.ts'

/** Error statuses for an unavailable provider. */
const refused = [502, 503, 504]

export const providerAway: Scenario = {
  name: 'provider-away',
  fault: 'the payment provider fails for five seconds, then answers nothing for ten',
  plain: true,
  run: () =>
    playFault({ allowed: refused }, async ({ shop }) => {
      await throwSwitches(shop, { nowpayments: { api: 'error' } })
      await delay(5000)
      await throwSwitches(shop, { nowpayments: { api: 'timeout' } })
      await delay(10_000)
      await throwSwitches(shop, { nowpayments: { api: 'ok' } })
    }),
}
