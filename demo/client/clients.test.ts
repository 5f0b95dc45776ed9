import { execFile, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { pairings } from '#contract/pairings.ts'
import { onlyOf, publishRelease } from '#demo/loader/release.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { signAnswer } from '#server/loader-api/signing.ts'
import { type Customer, openLoaderShop } from '#server/loader-api/testing/loader-shop.ts'
import { signingKeyOf } from '#server/loader-api/testing/signing-key.ts'
import { openRelay, type Passed } from './kit/relay.ts'

const run = promisify(execFile)
const here = (name: string) => new URL(name, import.meta.url).pathname
const folder = await mkdtemp(path.join(tmpdir(), 'loadout-clients-'))
afterAll(() => rm(folder, { recursive: true }))

/** Compiled without a network, and with nothing but what stands in the folder. */
const offline = { GO111MODULE: 'off', GOPROXY: 'off', GOFLAGS: '' }
const sources = ['client.go', 'computer.go', 'main.go', 'vectors.go'].map((name) =>
  here(`go/${name}`),
)
const packages = ['libcurl', 'libcrypto', 'nlohmann_json']
const languages = [
  {
    name: 'Go',
    needs: 'go',
    isHere: spawnSync('go', ['version']).status === 0,
    compile: (to: string) =>
      run('go', ['build', '-o', to, ...sources], {
        env: { ...process.env, ...offline, GOCACHE: path.join(folder, 'go') },
      }),
  },
  {
    name: 'C++',
    needs: 'g++ with libcurl, OpenSSL and nlohmann/json',
    isHere: ['g++ -v', `pkg-config ${packages.join(' ')}`].every(
      (command) => spawnSync('sh', ['-c', command]).status === 0,
    ),
    compile: (to: string) =>
      run('g++', ['-std=c++17', '-O0', '-o', to, here('cpp/main.cpp'), '-lcurl', '-lcrypto']),
  },
]

const shop = await fileFixture(
  openTestShop({ withSandbox: true, withWorker: true }).then(openLoaderShop),
)

/** A started loader, what it has said, and a way to wait for a word of it. */
function start(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(program, args, { cwd: path.dirname(program), env, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, said }))
  return {
    ended,
    stop: () => child.kill('SIGINT'),
    async hear(words: RegExp) {
      while (!words.test(said)) {
        const more = once(child.stdout, 'data').then(() => true)
        if (!(await Promise.race([more, ended.then(() => words.test(said))]))) throw new Error(said)
      }
      return words.exec(said)!
    },
  }
}

const stranger = signingKeyOf(generateKeyPairSync('ed25519'))
const forgeries: [string, (answer: Passed, last: Passed | undefined) => Partial<Passed>][] = [
  ['another body', ({ text }) => ({ text: text.replace('"VALID"', '"VALID" ') })],
  ['the signature of another key', ({ text }) => ({ signature: signAnswer(stranger, text) })],
  ['no signature', () => ({ signature: '' })],
  ['an answer of before', (answer, last) => last ?? answer],
]

for (const { name, needs, isHere, compile } of languages) {
  const reason = isHere ? '' : ` (not run: there is no ${needs})`
  describe.skipIf(!isHere).concurrent(`the client in ${name}${reason}`, () => {
    const plain = path.join(folder, `${name}-plain`)
    let compiled: Promise<unknown>
    const compileOnce = () => (compiled ??= compile(plain))

    /** The customer's own copy, as the shop makes it: their stamp is its end. */
    async function install(customer: Customer, shopUrl = shop.url) {
      await compileOnce()
      const at = await mkdtemp(path.join(folder, `${name}-`))
      const program = path.join(at, 'loader')
      await cp(plain, program)
      await appendFile(program, Buffer.from(customer.build, 'base64url'))
      const computer = { board: [`PF ${at}`], bios_uuid: [`4c4c ${at}`], cpu: ['A cpu'], tpm: [at] }
      await writeFile(path.join(at, 'computer.json'), JSON.stringify(computer))
      const env = { LOADER_SHOP: shopUrl, LOADER_COMPUTER: path.join(at, 'computer.json') }
      return (args: string[], keys = shop.trusted) =>
        start(program, args, { ...env, LOADER_KEYS: keys.join(',') })
    }

    async function pair(loader: Awaited<ReturnType<typeof install>>, customer: Customer) {
      const pairing = loader(['pair'])
      const [code] = await pairing.hear(/[B-Z]{4}-[B-Z]{4}$/m)
      const input = { params: { code }, body: { approve: true } }
      expect((await shop.call(pairings.answer, input, customer)).status).toBe(200)
      expect(await pairing.ended).toMatchObject({ code: 0, said: expect.stringMatching('paired') })
    }

    test.concurrent('gets the vectors right, and says so when one is wrong', async () => {
      await compileOnce()
      const { stdout } = await run(plain, ['vectors', here('../../docs/loader-vectors.json')])
      expect(stdout).toBe('23 checked, 0 wrong\n')
      const { default: vectors } = await import('../../docs/loader-vectors.json', {
        with: { type: 'json' },
      })
      const answers = vectors.answers.map((one) => ({ ...one, genuine: !one.genuine }))
      const wrong = path.join(folder, `${name}-wrong.json`)
      await writeFile(wrong, JSON.stringify({ ...vectors, answers }))
      await expect(run(plain, ['vectors', wrong])).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringContaining('23 checked, 6 wrong'),
      })
    })

    test.concurrent('pairs, plays, and believes nobody but the shop', async () => {
      const customer = await shop.addCustomer({ offline: 24 })
      await publishRelease(shop.db, shop.shop.storage, {
        product: customer.productId,
        version: '1.2.0',
        bytes: onlyOf(Buffer.from('A module')),
      })
      let forge: (answer: Passed) => Partial<Passed> = () => ({})
      const relay = await openRelay(shop.url, (answer) => ({
        ...answer,
        ...(answer.signature && forge(answer)),
      }))
      try {
        const loader = await install(customer, relay.url)
        const validate = (keys?: string[]) => loader(['validate', customer.slug], keys).ended
        expect((await validate()).code).toBe(1)
        await pair(loader, customer)
        let last: Passed | undefined
        forge = (answer) => {
          last = answer
          return {}
        }
        const valid = await validate()
        expect(valid).toMatchObject({ code: 0, said: expect.stringMatching(/^validate VALID /) })

        const game = loader(['play', customer.slug])
        await game.hear(/^module 1\.2\.0 8 bytes$/m)
        await game.hear(/^heartbeat VALID /m)
        game.stop()
        const { said } = await game.ended
        expect(said).toMatch(/^logout VALID/m)

        const kept = last
        for (const [about, change] of forgeries) {
          forge = (answer) => change(answer, kept)
          const forged = await validate()
          expect([about, forged.code, forged.said]).toEqual([
            about,
            1,
            'this answer is not the shop’s\n',
          ])
        }
        forge = () => ({})
        expect((await validate([])).said).toBe('this answer is not the shop’s\n')
      } finally {
        await relay.close()
      }
    })

    test.concurrent('starts without the shop while its entitlement lasts', async () => {
      const customer = await shop.addCustomer({ offline: 24 })
      const relay = await openRelay(shop.url, (answer) => answer)
      const loader = await install(customer, relay.url)
      const validate = (keys?: string[]) => loader(['validate', customer.slug], keys).ended
      try {
        await pair(loader, customer)
        expect((await validate()).said).toContain('VALID')
      } finally {
        await relay.close()
      }
      expect((await validate()).said).toMatch(/^offline until /)
      expect((await validate([])).said).not.toContain('offline until')
    })
  })
}
