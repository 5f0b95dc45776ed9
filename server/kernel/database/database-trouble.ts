/** SQLSTATE classes that no statement causes: connections, resources, operators, system errors. */
const classes = ['08', '53', '57', '58']
/** While a migration runs, a statement may deadlock with it or wait too long for a lock. */
const locks = ['40P01', '55P03']
/** The transaction was idle for too long because its process was frozen, or lasted too long. */
const ended = ['25P03', '25P04']
/** The server became a standby, or already was one when the connection was opened. */
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

/** Errors of pg and its pool that have a message but no code. */
const sentences = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]

/** Whether the database was down, full, too busy or too slow, so that a retry may succeed. */
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
