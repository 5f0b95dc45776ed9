import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSecrets } from '#sandbox/test-shop.ts'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { startSandboxProcess } from './sandbox-process.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'loadout-sandbox-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const patience = { timeout: 60_000, interval: 100 }
async function options() {
  const [port = 0, smtpPort = 0] = await freePorts(2)
  return {
    port,
    smtpPort,
    siteUrl: 'http://127.0.0.1:1',
    secrets: testSecrets,
    storeFile: path.join(folder, 'store'),
  }
}

const currencies = (url: string) =>
  fetch(`${url}/nowpayments/v1/status`).then(
    ({ status }) => status,
    () => 'nobody there',
  )

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the stand-ins restart on their ports if their process ends, and stop when requested', async () => {
  const sandbox = await startSandboxProcess(await options())
  const first = sandbox.pid()
  expect(await currencies(sandbox.url)).toBe(200)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => lives(first), patience).toBe(false)
  await expect.poll(() => currencies(sandbox.url), patience).toBe(200)
  const second = sandbox.pid()
  expect(second).not.toBe(first)
  process.kill(second, 'SIGTERM')
  expect(await currencies(sandbox.url)).toBe(200)
  await sandbox.stop()
  expect(lives(second)).toBe(false)
})

test('the stand-ins end when the shop is killed', async () => {
  const module = new URL('./sandbox-process.ts', import.meta.url).href
  const program = `
    const { startSandboxProcess } = await import(${JSON.stringify(module)})
    const sandbox = await startSandboxProcess(${JSON.stringify(await options())})
    console.log(sandbox.pid())`
  const shop = spawn(process.execPath, ['--input-type=module', '-e', program])
  const [said] = await once(shop.stdout.setEncoding('utf8'), 'data')
  const pid = Number(said)
  expect(lives(pid)).toBe(true)
  shop.kill('SIGKILL')
  await expect.poll(() => lives(pid), patience).toBe(false)
})

test('reports a taken port by its code', async () => {
  const sandbox = await startSandboxProcess(await options())
  const port = Number(new URL(sandbox.url).port)
  await expect(startSandboxProcess({ ...(await options()), port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await sandbox.stop()
})
