import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { median, printRow } from './print.ts'

const program = fileURLToPath(new URL('../bin/start.js', import.meta.url))

/**
 * Measures the time from the command to the first response with the built-in database: the first
 * start, then a second one.
 */
export async function measureStart() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'loadout-bench-'))
  const first = await startOnce(dataDir)
  const again = [await startOnce(dataDir), await startOnce(dataDir), await startOnce(dataDir)]
  await rm(dataDir, { recursive: true, force: true })
  printRow('Start, new database and demo shop', `${first.toFixed(1)} s`)
  printRow('Start, again', `${median(again).toFixed(1)} s`, 'aim: at most 2 s')
}

async function startOnce(dataDir: string): Promise<number> {
  const [port, sandboxPort, smtpPort] = await freePorts(3)
  const began = performance.now()
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
    },
    stdio: 'ignore',
  })
  while (!(await answers(`http://localhost:${port}/api/games`))) {
    if (child.exitCode !== null) throw new Error('The shop does not start')
    await delay(10)
  }
  const seconds = (performance.now() - began) / 1000
  child.kill('SIGTERM')
  await once(child, 'close')
  return seconds
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
