import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { callSource, clickActions, type Driver, typeActions } from './driver.ts'

/** Firefox supports WebDriver BiDi itself, without geckodriver. */
export async function openFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(path.join(tmpdir(), 'loadout-firefox-'))
  const quiet = [
    'browser.shell.checkDefaultBrowser',
    'datareporting.policy.dataSubmissionEnabled',
    'extensions.update.enabled',
    'app.update.enabled',
  ]
  const preferences = quiet.map((name) => `user_pref("${name}", false);\n`)
  await writeFile(path.join(profile, 'user.js'), preferences.join(''))
  const options = ['--headless', '--no-remote', '--width', '1440', '--height', '985']
  const child = spawn(
    program,
    [...options, '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const session = await connect(await addressOf(child.stderr))
  const { contexts } = await session.call<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
  )
  const context = contexts[0]!.context
  await session.call('browsingContext.setViewport', {
    context,
    viewport: { width: 1440, height: 900 },
  })
  const act = (actions: object[]) => session.call('input.performActions', { context, actions })
  return {
    goto: (url) => session.call('browsingContext.navigate', { context, url, wait: 'complete' }),
    back: () => session.call('browsingContext.traverseHistory', { context, delta: -1 }),
    async evaluate(call, ...args) {
      const answer = await session.call<{
        result?: { value: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', {
        expression: callSource(call, args),
        target: { context },
        awaitPromise: false,
      })
      if (!answer.result) throw new Error(answer.exceptionDetails?.text)
      return JSON.parse(answer.result.value)
    },
    click: (x, y) => act(clickActions(x, y)),
    type: (text) => act(typeActions(text)),
    async screenshot() {
      const { data } = await session.call<{ data: string }>('browsingContext.captureScreenshot', {
        context,
      })
      return Buffer.from(data, 'base64')
    },
    async close() {
      session.close()
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Firefox chooses a free port and prints its address. */
async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address) {
      output.resume()
      return `${address}/session`
    }
  }
  throw new Error('Firefox ended before it listened for WebDriver BiDi')
}

async function connect(address: string) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let lastId = 0
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data))
    const waiting = pending.get(message.id)
    pending.delete(message.id)
    if (message.type === 'success') waiting?.resolve(message.result)
    else waiting?.reject(new Error(`${message.error}: ${message.message}`))
  })
  function call<Result>(method: string, params: object = {}): Promise<Result> {
    lastId += 1
    const answer = Promise.withResolvers<unknown>()
    pending.set(lastId, answer)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return answer.promise as Promise<Result>
  }
  await call('session.new', { capabilities: {} })
  return { call, close: () => socket.close() }
}
