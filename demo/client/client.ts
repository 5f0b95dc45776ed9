/**
 * The reference client of the loader API. docs/loader.md explains each part. It depends only on
 * Node, so that it shows what a loader in another language has to implement.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { type Answer, readAnswer } from './answers.ts'
import { awayFor, failureOf, Refused } from './failures.ts'

/** The data that a loader stores between starts, in the safest place that the device offers. */
export type Kept = { key: string; access?: string; refresh?: string }

/** The access token has expired, or another process of this loader has refreshed it. */
const isStale = ({ code }: Refused) => code === 'token_expired' || code === 'unpaired'

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The SHA-256 of a value, normalised to its letters A to Z in capitals and its digits. */
export const hashOf = (value: string) =>
  sha256(value.replace(/[a-z]/g, (letter) => letter.toUpperCase()).replace(/[^A-Z0-9]/g, ''))

const rawOf = (key: KeyObject) => createPublicKey(key).export({ format: 'jwk' }).x!

export function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }).d!
}

type Options = {
  /** The shop's URL, without a trailing slash. */
  shop: string
  /** The keys built into the loader, in base64url. It trusts no others. */
  trusted: string[]
  kept: Kept
  /** Called when the tokens change. */
  keep?: (kept: Kept) => void
}

export class LoaderClient {
  readonly options: Options
  readonly #key: KeyObject
  readonly publicKey: string
  /** How far the shop's clock is ahead of this device's clock, once a response has shown it. */
  ahead = 0

  constructor(options: Options) {
    this.options = options
    // The PKCS 8 encoding of an Ed25519 key is this prefix and the 32 bytes of the key.
    const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
    const der = Buffer.concat([prefix, Buffer.from(options.kept.key, 'base64url')])
    this.#key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    this.publicKey = rawOf(this.#key)
  }

  /** The headers that authenticate a request of this loader. */
  headers(
    method: string,
    path: string,
    body: string | Uint8Array,
    nonce = randomBytes(16).toString('base64url'),
  ) {
    const time = Date.now() + this.ahead
    const text = `loadout loader request 1\0${method}\n${path}\n${time}\n${nonce}\n${sha256(body)}`
    return {
      ...(body.length > 0 && { 'content-type': 'application/json' }),
      ...(this.options.kept.access && { authorization: `Bearer ${this.options.kept.access}` }),
      'loadout-time': String(time),
      'loadout-nonce': nonce,
      'loadout-signature': sign(null, Buffer.from(text), this.#key).toString('base64url'),
    }
  }

  async #fetch(method: string, path: string, body: string, headers: Record<string, string>) {
    const address = `${this.options.shop}/api${path}`
    const signal = AbortSignal.timeout(20_000)
    const request = { method, headers, signal, ...(body && { body }) }
    try {
      const response = await fetch(address, request)
      const text = await response.text()
      if (response.status === 200) return { text, headers: response.headers }
      throw failureOf(response.status, text)
    } catch (error) {
      throw error instanceof Refused ? error : awayFor(error)
    }
  }

  /** A call without a signed response: linking and tokens. */
  async #plain<Result>(path: string, sent: object): Promise<Result> {
    const body = JSON.stringify(sent)
    const { text } = await this.#fetch('POST', path, body, this.headers('POST', path, body))
    return JSON.parse(text) as Result
  }

  /**
   * Calls the shop, and accepts the response only if a trusted key signed it for this request.
   * Refreshes an expired access token and corrects a wrong clock, each once.
   */
  async ask(
    method: 'GET' | 'POST',
    path: string,
    sent?: object,
    left = { refresh: Boolean(this.options.kept.refresh), clock: true },
  ): Promise<Answer> {
    const body = sent ? JSON.stringify(sent) : ''
    const headers = this.headers(method, path, body)
    try {
      const got = await this.#fetch(method, path, body, headers)
      const signature = got.headers.get('loadout-signature') ?? ''
      const { trusted } = this.options
      const answer = readAnswer(got.text, { signature, nonce: headers['loadout-nonce'], trusted })
      if (answer.code !== 'CLOCK_SKEW' || !left.clock) return answer
      this.ahead = answer.time - Date.now()
      left.clock = false
    } catch (error) {
      if (!(left.refresh && error instanceof Refused && isStale(error))) throw error
      await this.refresh()
      left.refresh = false
    }
    return this.ask(method, path, sent, left)
  }

  /** Starts linking. The loader then shows the code and opens the address. */
  pair(computer: { name: string; os: string; build?: string }) {
    type Begun = {
      device_code: string
      user_code: string
      verification_uri_complete: string
      interval: number
    }
    return this.#plain<Begun>('/loader/v1/pair', { public_key: this.publicKey, ...computer })
  }

  /**
   * Fetches the tokens after linking. Throws `Refused` with `authorization_pending` until the
   * customer approves.
   */
  async fetchTokens(device_code: string) {
    await this.#tokens({ grant_type: 'device_code', device_code })
  }

  async refresh() {
    await this.#tokens({ grant_type: 'refresh_token', refresh_token: this.options.kept.refresh })
  }

  async #tokens(sent: object) {
    type Tokens = { access_token: string; refresh_token: string }
    const { access_token, refresh_token } = await this.#plain<Tokens>('/loader/v1/token', sent)
    Object.assign(this.options.kept, { access: access_token, refresh: refresh_token })
    this.options.keep?.(this.options.kept)
  }

  validate(product: string, components: object, build: string | null) {
    return this.ask('POST', '/loader/v1/validate', { product, components, build })
  }
  heartbeat(session: string) {
    return this.ask('POST', '/loader/v1/heartbeat', { session })
  }
  logout(session: string) {
    return this.ask('POST', '/loader/v1/logout', { session })
  }
  report(kind: string, reason: string, details: object = {}) {
    return this.ask('POST', '/loader/v1/report', { kind, reason, details })
  }
  release(product: string) {
    return this.ask('GET', `/loader/v1/releases/${encodeURIComponent(product)}`)
  }
}
