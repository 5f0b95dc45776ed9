import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startCourier } from './courier.ts'
import { openStore } from './store.ts'
import type { Switches } from './switches.ts'
import { control, startTestSandbox, startTestShop, testSecrets } from './test-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a row is on disk as soon as it is put, before anything is closed', () => {
  const file = join(folder, 'journal')
  openStore(file).table<{ n: number }>('rows', 10).put('a', { n: 1 })
  expect(openStore(file).table('rows', 10).get('a')).toEqual({ n: 1 })
})

test('changes, deletions and a line cut short by a kill are read back as they should be', () => {
  const file = join(folder, 'cut')
  const rows = openStore(file).table<{ n: number }>('rows', 10)
  rows.put('a', { n: 1 })
  rows.put('b', { n: 2 })
  rows.update('a', { n: 3 })
  rows.delete('b')
  appendFileSync(file, '["rows","c",{"n":')
  expect(openStore(file).table('rows', 10).all()).toEqual([{ n: 3 }])
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1)
})

test('a row that changes for ever leaves a journal that does not grow for ever', () => {
  const file = join(folder, 'long')
  const rows = openStore(file).table<{ text: string }>('rows', 10)
  for (let n = 0; n < 200; n += 1) rows.put('a', { text: 'x'.repeat(100_000) })
  expect(statSync(file).size).toBeLessThan(5_000_000)
  expect(rows.all()).toHaveLength(1)
})

test('a change that triggers a compaction is in the compacted journal', () => {
  const file = join(folder, 'compacted')
  const rows = openStore(file).table<{ n: number }>('rows', 300)
  const compactedBy = new Set<string>()
  const change = (kind: string, work: () => void) => {
    const before = statSync(file).size
    work()
    if (statSync(file).size > before) return
    compactedBy.add(kind)
    const copy = join(folder, `compacted by ${kind}`)
    copyFileSync(file, copy)
    expect(openStore(copy).table('rows', 300).all()).toEqual(rows.all())
  }
  // A long id makes the line of a deletion as long as that of a new row. Different lengths let both
  // trigger a compaction.
  const idOf = (n: number) => `${n}`.padEnd(20_000 + (n % 7) * 3000, 'x')
  for (let n = 0; n < 5000 && compactedBy.size < 2; n += 1) {
    change('put', () => rows.put(idOf(n), { n }))
    if (n >= 20) change('delete', () => rows.delete(idOf(n - 20)))
  }
  expect([...compactedBy].sort()).toEqual(['delete', 'put'])
})

test('the oldest rows give way', () => {
  const rows = openStore().table<{ n: number }>('rows', 2)
  for (const n of [1, 2, 3]) rows.put(String(n), { n })
  expect(rows.all()).toEqual([{ n: 2 }, { n: 3 }])
})

test('pending webhooks stay until they are delivered, however many there are', async () => {
  const store = openStore()
  const switches = { stripe: { webhooks: { copies: 1, delayMs: 60_000 } } } as unknown as Switches
  const courier = startCourier(store, switches, {} as never, () => {})
  const letter = { provider: 'stripe' as const, url: '', topic: '', subject: '', body: '' }
  for (let n = 0; n < 2500; n += 1) courier.send({ ...letter, subject: `${n}` })
  expect(courier.deliveries.all().filter(({ state }) => state === 'pending')).toHaveLength(2500)
  for (const { id } of courier.deliveries.all())
    courier.deliveries.update(id, { state: 'delivered' })
  courier.send(letter)
  expect(courier.deliveries.all()).toHaveLength(2000)
  courier.stop()
})

test('a restart keeps payments and sends the webhooks that had not arrived', async () => {
  const shop = await startTestShop()
  const storeFile = join(folder, 'sandbox')
  const ask = async (url: string, path: string, body?: object) =>
    (
      await fetch(`${url}/nowpayments/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'x-api-key': testSecrets.nowpaymentsKey, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json()

  const first = await startTestSandbox(shop, { storeFile })
  const { payment_id: id } = await ask(first.url, 'payment', {
    price_amount: 20,
    price_currency: 'usd',
    pay_currency: 'ltc',
    ipn_callback_url: `${shop.url}/ipn`,
  })
  shop.answer = 500
  await control(first, `nowpayments/payments/${id}/expire?wait=true`)
  await first.stop()

  shop.answer = 200
  shop.received.splice(0)
  const second = await startTestSandbox(shop, { storeFile })
  expect((await ask(second.url, `payment/${id}`)).payment_status).toBe('expired')
  await expect
    .poll(() => shop.received.map(({ body }) => JSON.parse(body).payment_status))
    .toEqual(['expired'])
  await second.stop()
  await shop.stop()
})

test('what no room is left for was refused, and leaves nothing behind', () => {
  const file = join(folder, 'full')
  const program = `
    import { openStore } from ${JSON.stringify(new URL('./store.ts', import.meta.url).href)}
    const rows = openStore(${JSON.stringify(file)}).table('rows', 10)
    rows.put('a', { text: 'kept' })
    let refused = ''
    try { rows.put('b', { text: 'x'.repeat(10_000) }) } catch (error) { refused = error.code }
    rows.put('c', { text: 'kept too' })
    console.log(JSON.stringify([refused, rows.all()]))
  `
  // The operating system's limit on the size of a file, in kilobytes.
  const limited = ['-c', 'ulimit -f 4; exec "$0" --input-type=module --eval "$1"']
  const { stdout } = spawnSync('bash', [...limited, process.execPath, program], {
    encoding: 'utf8',
  })
  const kept = [{ text: 'kept' }, { text: 'kept too' }]
  expect(JSON.parse(stdout)).toEqual(['EFBIG', kept])
  expect(openStore(file).table('rows', 10).all()).toEqual(kept)
})
