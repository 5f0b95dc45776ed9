import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '#server/kernel/config/free-ports.ts'
import { callSource, clickActions, type Driver, typeActions } from './driver.ts'

export type WebKitPrograms = { driver: string; browser: string; display: string }

/** WebKitGTK through its WebDriver. It needs a display, which Xvfb provides. */
export async function openWebKit(programs: WebKitPrograms): Promise<Driver> {
  const [port] = await freePorts(1)
  const { child: server, display } = await openDisplay(programs.display)
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: 'ignore',
  })
  const end = async () => {
    for (const child of [driver, server]) await stop(child)
  }
  try {
    const address = `http://127.0.0.1:${port}`
    await untilListening(address)
    const browserOptions = { binary: programs.browser, args: ['--automation'] }
    const { sessionId } = await call<{ sessionId: string }>('POST', `${address}/session`, {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
    })
    const session = `${address}/session/${sessionId}`
    const post = <Result>(path: string, body: object = {}) =>
      call<Result>('POST', `${session}/${path}`, body)
    await post('window/rect', { x: 0, y: 0, width: 1440, height: 947 })
    return {
      goto: (url) => post('url', { url }),
      back: () => post('back'),
      async evaluate(call, ...args) {
        const script = `return ${callSource(call, args)}`
        return JSON.parse(await post<string>('execute/sync', { script, args: [] }))
      },
      click: (x, y) => post('actions', { actions: clickActions(x, y) }),
      type: (text) => post('actions', { actions: typeActions(text) }),
      async screenshot() {
        return Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64')
      },
      async close() {
        await call('DELETE', session).catch(() => {})
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Xvfb chooses a free display and writes its number to the descriptor. */
async function openDisplay(program: string) {
  const options = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = await once(child.stdio[3]!, 'data')
  return { child, display: `:${String(number).trim()}` }
}

async function untilListening(address: string) {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await fetch(`${address}/status`).then(Boolean, () => false)) return
    await delay(50)
  }
  throw new Error('WebKitWebDriver does not listen')
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

async function call<Result>(method: string, url: string, body?: object): Promise<Result> {
  const response = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    // A page that hangs does not respond to commands.
    signal: AbortSignal.timeout(30_000),
  })
  const { value } = (await response.json()) as { value: Result }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}
