import type { PaymentStatus } from '#contract/orders.ts'
import type { Tx } from '#server/kernel/database.ts'
import { type LogEntry, writeLog } from '#server/logs/log.ts'

type Said = Pick<LogEntry, 'level' | 'message'>

/** What is worth telling of the states that an order comes to. */
const sayings: Partial<Record<PaymentStatus, Said>> = {
  partially_paid: { level: 'warning', message: 'Order partly paid' },
  finished: { level: 'success', message: 'Order finished' },
  expired: { level: 'info', message: 'Order expired' },
  failed: { level: 'warning', message: 'Payment failed' },
  refunded: { level: 'warning', message: 'Order refunded' },
  disputed: { level: 'error', message: 'Order disputed' },
}

type Settled = { id: string; userId: number; totalCents: number; status: PaymentStatus }

export async function logSettled(tx: Tx, order: Settled, status: PaymentStatus) {
  const said = sayings[status]
  if (said) await logOrder(tx, order, said)
}

/** `order.status` is the one that it had before. */
export function logOrder(tx: Tx, { id, userId, totalCents, status }: Settled, said: Said) {
  const details = { order: id, total: totalCents / 100, before: status }
  return writeLog(tx, { source: 'payment', ...said, details, userId })
}
