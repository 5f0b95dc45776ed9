import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

type Place = Pick<Config, 'host' | 'port'>

/** Reports a wrong HOST or PORT before anything is built. Throws a StartError that names it. */
export async function assertFree(place: Place) {
  const server = createServer()
  try {
    await once(server.listen(place), 'listening')
  } catch (error) {
    throw cannotListen(error, place)
  } finally {
    server.close()
  }
}

/** Converts an error of `listen` to a StartError. Returns any other error unchanged. */
export function cannotListen(error: unknown, { host, port }: Place): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
      )
    case 'EACCES':
      return new StartError(
        `This user may not use port ${port}. Set PORT to a port above 1023 and put a proxy in front.`,
      )
    case 'EADDRNOTAVAIL':
      return new StartError(
        `HOST=${host} is not an address of this machine. Set it to one that is, or to 0.0.0.0 for all.`,
      )
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new StartError(
        `HOST=${host} cannot be resolved on this machine. Set it to an address of this machine, or to 0.0.0.0 for all.`,
      )
    default:
      return error
  }
}
