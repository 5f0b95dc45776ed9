import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePorts } from '#server/kernel/config/free-ports.ts'

const main = fileURLToPath(new URL('../../main.ts', import.meta.url))

export type RunningShop = {
  url: string
  sandboxUrl: string
  databaseUrl: string
  /** The id of its process, which may have ended. */
  pid: number
  running(): boolean
  /** Its terminal output so far. */
  said(): string
  /** Stops it as an operator would, and returns its output. */
  stop(signal?: NodeJS.Signals): Promise<string>
}

/** Free ports. Webhooks reach a restarted shop if it uses the same ports. */
export async function shopPorts() {
  const [port, sandboxPort, smtpPort] = await freePorts(3)
  return {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
  }
}

/** Starts the shop as a separate process, by default on free ports, and waits until it responds. */
export async function startShop(
  databaseUrl: string,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<RunningShop> {
  const settings = { ...(await shopPorts()), ...env }
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      // Required because a test may have created an administrator.
      SANDBOX: '1',
      // The default work would keep the machine busy for every form that a test opens.
      CAPTCHA_WORK: '1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const url = `http://localhost:${settings.PORT}`
  while (!(await answers(`${url}/health/ready`))) {
    if (child.exitCode !== null) throw new Error(`The shop does not start:\n${said}`)
    await delay(50)
  }
  return {
    url,
    sandboxUrl: `http://localhost:${settings.SANDBOX_PORT}`,
    databaseUrl,
    pid: child.pid!,
    said: () => said,
    running: () => child.exitCode === null && child.signalCode === null,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'close')
      }
      return said
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
