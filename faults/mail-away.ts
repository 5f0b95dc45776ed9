import { setTimeout as delay } from 'node:timers/promises'
import { mailsSent } from './orders.ts'
import type { Scenario } from './scenario.ts'
import { playFault, throwSwitches } from './stage.ts'

export const mailAway: Scenario = {
  name: 'mail-away',
  fault: 'the mail server puts everything off for ten seconds, then takes two for each mail',
  plain: true,
  async run() {
    const seen = { delivered: false, sent: false }
    const outcome = await playFault({}, async ({ shop, server, buy }) => {
      await throwSwitches(shop, { smtp: { refuse: 'temporary' } })
      seen.delivered = await buy()
      await delay(10_000)
      await throwSwitches(shop, { smtp: { refuse: 'no', delayMs: 2000 } })
      seen.sent = await mailsSent(server.url)
    })
    if (!seen.delivered) outcome.problems.push('an order was not delivered while mail failed')
    if (!seen.sent) outcome.problems.push('mails were still waiting two minutes after')
    return outcome
  },
}
