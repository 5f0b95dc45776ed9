import { createHash } from 'node:crypto'
import { openServer, type Server } from '#server/kernel/testing/own-postgres.ts'
import { type RunningShop, startShop } from '#server/kernel/testing/running-shop.ts'
import { copyShop } from './template.ts'

const key = (name: string) =>
  createHash('sha256').update(`sandbox ${name}`).digest('hex').slice(0, 32)

export type TwoProcesses = { server: Server; first: RunningShop; second: RunningShop }

/**
 * Runs two processes of a shop on one database during `play`. Both use the crypto provider of the
 * first. Webhooks go to the process that created the payment.
 */
export async function withTwoProcesses<T>(play: (stage: TwoProcesses) => Promise<T>): Promise<T> {
  const folders = copyShop()
  // Every payment is watched on a separate connection.
  const server = await openServer(folders.database, { max_connections: '150' })
  const first = await startShop(server.url, folders.files, { LOG_LEVEL: 'silent' })
  const second = await startShop(server.url, folders.files, {
    LOG_LEVEL: 'silent',
    NOWPAYMENTS_URL: `${first.sandboxUrl}/nowpayments`,
    NOWPAYMENTS_API_KEY: key('nowpayments'),
    NOWPAYMENTS_IPN_SECRET: key('nowpayments ipn'),
  })
  try {
    return await play({ server, first, second })
  } finally {
    await second.stop('SIGKILL')
    await first.stop('SIGKILL')
    await server.stop('SIGQUIT')
    folders.remove()
  }
}
