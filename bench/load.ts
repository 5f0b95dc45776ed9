import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

const run = promisify(execFile)

/**
 * The load generator: `wrk` if it is installed, otherwise autocannon, which needs a core for
 * itself.
 */
export const generator = hasWrk() ? 'wrk' : 'autocannon'

function hasWrk(): boolean {
  try {
    execFileSync('wrk', ['--version'], { stdio: 'ignore' })
    return true
  } catch (error) {
    // It prints its version and exits with 1.
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

type Options = {
  /** The requested page does not exist, so 404 is expected. */
  refusals?: boolean
}

/**
 * The requests per second of an address with the given number of connections. Throws if a request
 * fails.
 */
export async function load(
  url: string,
  connections: number,
  seconds: number,
  { refusals = false }: Options = {},
): Promise<number> {
  if (generator === 'autocannon') {
    const result = await autocannon({ url, connections, duration: seconds })
    if (result.errors > 0 || (result.non2xx > 0 && !refusals))
      throw new Error(`${url} failed under load`)
    return result.requests.average
  }
  const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, url])
  if (/Socket errors/.test(stdout) || (/Non-2xx/.test(stdout) && !refusals))
    throw new Error(`${url} failed under load:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)![1])
}
