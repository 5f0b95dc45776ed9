/**
 * Classes of SQLSTATE that are no fault of the statement: the connection, the server's resources,
 * an operator's intervention (a shutdown, a cancelled statement), the server's own system.
 */
const classes = ['08', '53', '57', '58']
/** Beside a migration a statement may meet a lock the other way round, or wait for one too long. */
const locks = ['40P01', '55P03']
/** A transaction that said nothing for too long, as its process was frozen, or lasted too long. */
const ended = ['25P03', '25P04']
/** A server that became a standby, or was one when we were led to it. */
const readOnly = '25006'

export const isReadOnly = (error: Error) => (error as { code?: unknown }).code === readOnly

const network = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/** What pg and its pool say in words only. */
const sentences = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]

/** Whether the database was away, full, too busy or too slow, so that the same may work later. */
export function isDatabaseTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as Error & { code?: unknown }
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && 'severity' in error) {
    return (
      code === readOnly ||
      locks.includes(code) ||
      ended.includes(code) ||
      classes.includes(code.slice(0, 2))
    )
  }
  if (sentences.some((sentence) => message.startsWith(sentence))) return true
  return network.includes(String(code))
}
