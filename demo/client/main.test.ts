import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { loader } from '#contract/licensing/loader.ts'
import { pairings } from '#contract/licensing/pairings.ts'
import { staffRevocations } from '#contract/licensing/staff-revocations.ts'
import { seedDemoRelease } from '#demo/loader/release.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { signAnswer } from '#server/licensing/loader-api/signing.ts'
import { openLoaderShop } from '#server/licensing/loader-api/testing/loader-shop.ts'
import { openRelay, type Passed } from './kit/relay.ts'

const shop = await fileFixture(
  openTestShop({ withSandbox: true, withWorker: true }).then(openLoaderShop),
)
const folder = await mkdtemp(path.join(tmpdir(), 'loadout-main-'))
afterAll(() => rm(folder, { recursive: true }))

/** The file in which the loader stores its data about a shop. */
const fileOf = (url: string) =>
  path.join(folder, `loadout-loader-${new URL(url).host.replace(':', '-')}.json`)

function start(...args: string[]) {
  const main = new URL('main.ts', import.meta.url).pathname
  const env = { ...process.env, TMPDIR: folder }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, said }))
  return {
    ended,
    stop: () => child.kill('SIGINT'),
    hear: (words: RegExp) => expect.poll(() => said).toMatch(words),
    code: () => /[B-Z]{4}-[B-Z]{4}/.exec(said)![0],
  }
}

const closed = await openRelay(shop.url, (answer) => answer)
await closed.close()

describe('the client prints one sentence and exits with 1', () => {
  test.each([
    ['nothing listens at the address', [closed.url], /cannot be reached: connect ECONNREFUSED/],
    ['the address is invalid', ['localhost:3000'], /“localhost:3000” is not a valid shop address/],
    ['another service responds at the address', [shop.sandboxUrl], /There is no shop at/],
  ])('if %s', async (_, args, sentence) => {
    const { code, said } = await start(...args).ended
    expect([code, said.trim().split('\n').length]).toEqual([1, 1])
    expect(said).toMatch(sentence)
  })

  test('if it cannot write its file, before it asks the customer to link the device', async () => {
    const relay = await openRelay(shop.url, (answer) => answer)
    try {
      await mkdir(`${fileOf(relay.url)}.new`)
      const { code, said } = await start(relay.url).ended
      expect(code).toBe(1)
      expect(said).toMatch(/^ {2}\S+\.json cannot be written: .*\n$/)
    } finally {
      await relay.close()
    }
  })
})

test('a revoked loader says so, and the client continues with the next build', async () => {
  await seedDemoRelease(shop.db, shop.shop.storage)
  const customer = await shop.addCustomer()
  const playing = () => start(shop.url, customer.slug)
  const first = playing()
  await first.hear(/It shows the code/)
  const input = { params: { code: first.code() }, body: { approve: true } }
  expect((await shop.call(pairings.answer, input, customer)).status).toBe(200)
  await first.hear(/Running now/)
  const admin = await signIn(shop.app, { admin: true })
  const body = {
    scope: 'customer',
    uid: customer.user.id,
    state: 'revoked',
    reason: 'It leaked',
  } as const
  expect((await shop.call(staffRevocations.add, { body }, admin)).status).toBe(201)
  first.stop()
  await first.ended
  const { code, said } = await playing().ended
  expect([code, said.trim()]).toEqual([
    1,
    `${customer.slug}: This loader was revoked. Request a new one.`,
  ])

  expect((await shop.call(loader.request, {}, customer)).status).toBe(202)
  const next = playing()
  await next.hear(/Running now/)
  next.stop()
  expect((await next.ended).code).toBe(0)
})

test('the client links the device, keeps running while the shop is unavailable, and ends with Ctrl-C', async () => {
  await seedDemoRelease(shop.db, shop.shop.storage)
  const customer = await shop.addCustomer({ offline: 24 })
  /** Sets a heartbeat every second, more often than any real shop. */
  const hurry = (answer: Passed): Passed => {
    if (!answer.signature) return answer
    const text = answer.text.replace('"beat_seconds":60', '"beat_seconds":1')
    return { ...answer, text, signature: signAnswer(shop.shop.loaderKey, text) }
  }
  let change = hurry
  const relay = await openRelay(shop.url, (answer) => change(answer))
  try {
    const stopped = start(relay.url)
    await stopped.hear(/It shows the code/)
    stopped.stop()
    expect(await stopped.ended).toMatchObject({
      code: 130,
      said: expect.stringContaining('No device was linked.'),
    })

    const own = start(relay.url, customer.slug)
    await own.hear(/It shows the code/)
    const input = { params: { code: own.code().toLowerCase() }, body: { approve: true } }
    expect((await shop.call(pairings.answer, input, customer)).status).toBe(200)
    await own.hear(/Running now/)
    expect((await stat(fileOf(relay.url))).mode & 0o777).toBe(0o600)
    change = (answer) => ({ ...answer, status: 502, text: '<h1>Bad gateway</h1>' })
    await own.hear(/it responded with 502\. Missed 1 of 3 heartbeats\./)
    change = hurry
    await own.hear(/The shop responds again\./)
    own.stop()
    expect(await own.ended).toMatchObject({
      code: 0,
      said: expect.stringContaining('The session has ended.'),
    })
  } finally {
    await relay.close()
  }
  const away = await start(relay.url, customer.slug).ended
  expect(away.code).toBe(1)
  expect(away.said).toMatch(/: offline until .*\n {2}The shop cannot be reached/)
  // An entitlement copied under another name is also signed, but only valid for its own product.
  const file = fileOf(relay.url)
  const kept = JSON.parse(await readFile(file, 'utf8'))
  kept.offline = { 'another-game': kept.offline[customer.slug] }
  await writeFile(file, JSON.stringify(kept))
  expect((await start(relay.url, customer.slug).ended).said).not.toContain('offline until')
})
