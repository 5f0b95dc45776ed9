import { Agent } from 'node:http'
import pg from 'pg'
import { type Answered, call, summarise } from './callers.ts'
import { acknowledged, everydayCalls, mailsSent, payAndWait } from './orders.ts'
import { undelivered } from './payers.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { throwSwitches } from './stage.ts'
import { type TwoProcesses, withTwoProcesses } from './two-processes.ts'

const orders = 30
export const processesTwo: Scenario = {
  name: 'processes-two',
  fault: 'two processes on one database, every webhook comes three times at once',
  plain: true,
  run: () => withTwoProcesses(play),
}

async function play({ server, first, second }: TwoProcesses): Promise<Outcome> {
  await throwSwitches(first, { nowpayments: { webhooks: { copies: 3 } } })
  const calls = (await everydayCalls(server.url)).filter(({ kind }) => kind === 'order')
  const agent = new Agent({ keepAlive: true })
  const answers: Answered[] = []
  for (let n = 0; n < orders; n += 1) {
    answers.push(await call([first, second][n % 2]!.url, agent, calls[n]!))
  }
  agent.destroy()
  const ids = acknowledged(answers)
  const paid = { databaseUrl: server.url, sandboxUrl: first.sandboxUrl }
  const delivered = await Promise.all(ids.map((id) => payAndWait(paid, id)))
  // Waits for the receipts, which a job writes after the delivery.
  await undelivered(server.url, ids)
  const sent = await mailsSent(server.url)
  const { entries, receipts } = await count(server.url, ids)
  const problems = [
    ...(ids.length < orders ? [`${orders - ids.length} orders were refused`] : []),
    ...(delivered.every(Boolean) ? [] : ['not every paid order was delivered']),
    ...(entries === ids.length ? [] : [`${entries} entries in the ledger`]),
    ...(receipts === ids.length && sent ? [] : [`${receipts} receipts`]),
  ]
  const kept = `${delivered.filter(Boolean).length} of ${ids.length} orders delivered, ${entries} entries, ${receipts} receipts`
  return { callers: summarise(answers), kept, problems }
}

async function count(url: string, ids: string[]) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    `select (select count(*)::int from time_entries join order_items on order_items.id = order_item_id
              where order_id::text = any($1::text[])) as entries,
            (select count(*)::int from mails where template = 'receipt' and about ->> 'order' = any($1::text[])) as receipts`,
    [ids],
  )
  await client.end()
  return rows[0] as { entries: number; receipts: number }
}
