import { watchCalm } from './calm.ts'
import { startChild } from './child.ts'
import { load } from './load.ts'
import { printRatio } from './print.ts'

const connections = 32
const rounds = 5
const seconds = 3

/** Loads the address and a bare server with the same answer in turns; the medians are compared. */
export async function measureHttp(what: string, url: string, aim: number) {
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
  const bare = await startBareServer(await response.text(), response.headers.get('content-type')!)
  const calm = watchCalm()
  await load(url, connections, 1)
  await load(bare.url, connections, 1)
  calm.sample()
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await load(url, connections, seconds))
    theirs.push(await load(bare.url, connections, seconds))
    calm.sample()
  }
  bare.stop()
  printRatio(what, ours, theirs, aim, calm.verdict())
}

async function startBareServer(body: string, contentType: string) {
  const { said: port, stop } = await startChild('./bare-server.ts', { body, contentType })
  return { url: `http://localhost:${port}`, stop }
}
