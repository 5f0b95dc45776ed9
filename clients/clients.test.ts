import { execFile, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pairings } from '#contract/licensing/pairings.ts'
import { openRelay, type Passed } from '#demo/client/kit/relay.ts'
import { onlyOf, publishRelease } from '#demo/loader/release.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { signAnswer } from '#server/licensing/loader-api/signing.ts'
import { type Customer, openLoaderShop } from '#server/licensing/loader-api/testing/loader-shop.ts'
import { signingKeyOf } from '#server/licensing/loader-api/testing/signing-key.ts'

const run = promisify(execFile)
const here = (name: string) => new URL(name, import.meta.url).pathname
const folder = await mkdtemp(path.join(tmpdir(), 'loadout-clients-'))
afterAll(() => rm(folder, { recursive: true }))

/** Compiles without network access, using only the files in the folder. */
const offline = { GO111MODULE: 'off', GOPROXY: 'off', GOFLAGS: '' }
const sources = [
  'client.go',
  'computer.go',
  'main.go',
  'module.go',
  'signing.go',
  'vectors.go',
].map((name) => here(`go/${name}`))
const runs = (...commands: string[]) =>
  commands.every((command) => spawnSync('sh', ['-c', command]).status === 0)

/** The folder where Debian packages install crates, used instead of crates.io. */
const crates = '/usr/share/cargo/registry'
const fromDebian = [
  'source.crates-io.replace-with="debian"',
  `source.debian.directory="${crates}"`,
].flatMap((line) => ['--config', line])
/**
 * Crates are compiled once and cached for later runs: they take ten times as long as the client.
 */
const target = here('../node_modules/.cache/loader-rust')

const languages = [
  {
    name: 'Go',
    needs: 'go',
    isHere: runs('go version'),
    compile: (to: string) =>
      run('go', ['build', '-o', to, ...sources], {
        env: { ...process.env, ...offline, GOCACHE: path.join(folder, 'go') },
      }),
  },
  {
    name: 'C++',
    needs: 'g++ with libcurl, OpenSSL and nlohmann/json',
    isHere: runs('g++ -v', 'pkg-config libcurl libcrypto nlohmann_json'),
    compile: (to: string) =>
      run('g++', ['-std=c++17', '-O0', '-o', to, here('cpp/main.cpp'), '-lcurl', '-lcrypto']),
  },
  {
    name: 'Rust',
    needs: 'cargo with the crates that docs/loader.md names',
    isHere: runs(
      'cargo --version',
      ...['base64ct', 'ctrlc', 'humantime', 'ring', 'serde_json', 'ureq'].map(
        (crate) => `ls -d ${crates}/${crate}-*`,
      ),
    ),
    async compile(to: string) {
      const at = path.join(folder, 'rust')
      await cp(here('rust'), at, { recursive: true })
      await run('cargo', ['build', '--offline', '--target-dir', target, ...fromDebian], {
        cwd: at,
        env: { ...process.env, CARGO_PROFILE_DEV_DEBUG: '0' },
      })
      await cp(path.join(target, 'debug/loader'), to)
    },
  },
  {
    name: 'C#',
    needs: 'mcs with Json.NET and libsodium',
    isHere: runs('mcs --version', 'mono --version', 'pkg-config newtonsoft-json libsodium'),
    runtime: 'mono',
    compile: (to: string) =>
      run('mcs', [
        `-out:${to}`,
        '-r:System.Net.Http,Mono.Posix',
        '-pkg:newtonsoft-json',
        here('csharp/*.cs'),
      ]),
  },
]

const shop = await fileFixture(
  openTestShop({ withSandbox: true, withWorker: true }).then(openLoaderShop),
)

/** Starts a loader. Returns its output and a function that waits for a text in it. */
function start(command: string[], { at, env }: { at: string; env: Record<string, string> }) {
  const [program, ...args] = command
  const child = spawn(program!, args, { cwd: at, env, stdio: 'pipe' })
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

for (const { name, needs, isHere, compile, runtime } of languages) {
  const reason = isHere ? '' : ` (not run: there is no ${needs})`
  describe
    .skipIf(!isHere)
    .concurrent(`the client in ${name}${reason}`, { timeout: 240_000, tags: 'exhaustive' }, () => {
      const plain = path.join(folder, `${name}-plain`)
      beforeAll(() => compile(plain), 240_000)
      const commandOf = (program: string, args: string[]) =>
        runtime ? [runtime, program, ...args] : [program, ...args]

      /**
       * Creates the customer's own copy of the loader as the shop does, with the stamp at its end.
       */
      async function install(customer: Customer, shopUrl = shop.url) {
        const at = await mkdtemp(path.join(folder, `${name}-`))
        const program = path.join(at, 'loader')
        await cp(plain, program)
        await appendFile(program, Buffer.from(customer.build, 'base64url'))
        const computer = {
          board: [`PF ${at}`],
          bios_uuid: [`4c4c ${at}`],
          cpu: ['A cpu'],
          tpm: [at],
        }
        await writeFile(path.join(at, 'computer.json'), JSON.stringify(computer))
        const env = { LOADER_SHOP: shopUrl, LOADER_COMPUTER: path.join(at, 'computer.json') }
        const loader = (args: string[], keys = shop.trusted) =>
          start(commandOf(program, args), { at, env: { ...env, LOADER_KEYS: keys.join(',') } })
        return Object.assign(loader, { keeps: path.join(at, 'loader.json') })
      }

      async function pair(loader: Awaited<ReturnType<typeof install>>, customer: Customer) {
        const pairing = loader(['pair'])
        const [code] = await pairing.hear(/[B-Z]{4}-[B-Z]{4}$/m)
        const input = { params: { code }, body: { approve: true } }
        expect((await shop.call(pairings.answer, input, customer)).status).toBe(200)
        expect(await pairing.ended).toMatchObject({
          code: 0,
          said: expect.stringMatching('paired'),
        })
        expect((await stat(loader.keeps)).mode & 0o777).toBe(0o600)
      }

      test.concurrent('gets the vectors right, and says so when one is wrong', async () => {
        const check = (file: string) =>
          start(commandOf(plain, ['vectors', file]), { at: folder, env: {} }).ended
        const said = '24 checked, 0 wrong\n'
        expect(await check(here('../docs/loader-vectors.json'))).toEqual({ code: 0, said })
        const { default: vectors } = await import('../docs/loader-vectors.json', {
          with: { type: 'json' },
        })
        const answers = vectors.answers.map((one) => ({ ...one, genuine: !one.genuine }))
        const wrong = path.join(folder, `${name}-wrong.json`)
        await writeFile(wrong, JSON.stringify({ ...vectors, answers }))
        expect(await check(wrong)).toMatchObject({
          code: 1,
          said: expect.stringContaining('24 checked, 6 wrong'),
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

      test.concurrent('starts with a stale token and without the shop', async () => {
        const customer = await shop.addCustomer({ offline: 24 })
        let change = (answer: Passed): Passed => answer
        const relay = await openRelay(shop.url, (answer) => change(answer))
        const loader = await install(customer, relay.url)
        const validate = (keys?: string[]) => loader(['validate', customer.slug], keys).ended
        try {
          await mkdir(loader.keeps)
          const unkept = await loader(['pair']).ended
          expect(unkept).toMatchObject({
            code: 1,
            said: expect.stringMatching(/^loader\.json cannot be (read|written).*\n$/),
          })
          await rmdir(loader.keeps)
          await writeFile(loader.keeps, '{"key":')
          expect((await loader(['pair']).ended).said).toMatch(/^loader\.json cannot be read.*\n$/)
          await rm(loader.keeps)
          await pair(loader, customer)
          // Simulates that another process has refreshed the token, and that the clock is wrong.
          await shop.spoilToken(customer, 'replaced')
          let told = false
          change = (answer) => {
            if (told || !answer.signature) return answer
            told = true
            const { nonce } = JSON.parse(answer.text) as { nonce: string }
            const text = JSON.stringify({ code: 'CLOCK_SKEW', nonce, time: Date.now() })
            return { ...answer, text, signature: signAnswer(shop.shop.loaderKey, text) }
          }
          expect((await validate()).said).toMatch(/^validate VALID /)
          expect(told).toBe(true)
          // An error page from a proxy means that the shop is unavailable. A signed refusal does
          // not.
          change = (answer) => ({ ...answer, status: 403, text: '<h1>No</h1>', signature: '' })
          expect((await validate()).said).toMatch(
            /^offline until .*\n.*cannot be reached: 403 was answered\n$/,
          )
          const no = JSON.stringify({
            code: 'forbidden',
            detail: 'You do not have permission to do this',
          })
          change = (answer) => ({ ...answer, status: 403, text: no, signature: '' })
          expect((await validate()).said).toBe('forbidden: You do not have permission to do this\n')
        } finally {
          await relay.close()
        }
        expect((await validate()).said).toMatch(/^offline until /)
        expect((await validate([])).said).not.toContain('offline until')
      })
    })
}
