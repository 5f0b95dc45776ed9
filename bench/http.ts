import autocannon from 'autocannon'
import { startChild } from './child.ts'
import { median, printRatio } from './print.ts'

const connections = 32
const rounds = 5
const seconds = 3

/** Loads the address and a bare server with the same answer in turns; the medians are compared. */
export async function measureHttp(what: string, url: string, aim: number) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const bare = await startBareServer(await response.text(), response.headers.get('content-type')!)
  await load(url, 1)
  await load(bare.url, 1)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await load(url, seconds))
    theirs.push(await load(bare.url, seconds))
  }
  bare.stop()
  printRatio(what, median(ours), median(theirs), aim)
}

async function load(url: string, duration: number): Promise<number> {
  const result = await autocannon({ url, connections, duration })
  if (result.non2xx + result.errors > 0) throw new Error(`${url} failed under load`)
  return result.requests.average
}

async function startBareServer(body: string, contentType: string) {
  const { said: port, stop } = await startChild('./bare-server.ts', { body, contentType })
  return { url: `http://localhost:${port}`, stop }
}
