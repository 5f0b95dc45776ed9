import { watchCalm } from './calm.ts'
import { startChild } from './child.ts'
import { load } from './load.ts'
import { printRatio } from './print.ts'

const connections = 32
const rounds = 5
const seconds = 3

/** Headers that Node adds to every response. */
const written = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/**
 * Loads the address and two minimal servers in turns, and compares the medians. One server sends
 * the same headers and body, the other the same body with only the headers that a browser needs.
 */
export async function measureHttp(what: string, url: string, aim: number) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const body = await response.text()
  const head = [...response.headers].filter(([name]) => !written.has(name))
  const same = await startBareServer(body, Object.fromEntries(head))
  const least = await startBareServer(body, {
    'content-type': response.headers.get('content-type')!,
    'content-length': String(Buffer.byteLength(body)),
  })
  const calm = watchCalm()
  for (const each of [url, same.url, least.url]) await load(each, connections, 1)
  calm.sample()
  const rates = { ours: [] as number[], same: [] as number[], least: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    rates.ours.push(await load(url, connections, seconds))
    rates.same.push(await load(same.url, connections, seconds))
    rates.least.push(await load(least.url, connections, seconds))
    calm.sample()
  }
  same.stop()
  least.stop()
  printRatio(what, rates.ours, rates.same, aim, calm.verdict())
  printRatio('  of the body with two headers', rates.ours, rates.least)
}

async function startBareServer(body: string, head: Record<string, string>) {
  const { said: port, stop } = await startChild('./bare-server.ts', { body, head })
  return { url: `http://localhost:${port}`, stop }
}
