import { createPrivateKey, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { readAnswer, readEntitlement } from '#demo/client/answers.ts'
import { hashOf, LoaderClient } from '#demo/client/client.ts'
import { stampAtEnd } from '#demo/client/stamp.ts'
import { loaderVectors } from './vectors.ts'

const text = readFileSync(new URL('../../../../docs/loader-vectors.json', import.meta.url), 'utf8')
const vectors = JSON.parse(text) as ReturnType<typeof loaderVectors>
const trusted = [vectors.keys.shop.public_key]
afterEach(() => void vi.useRealTimers())

test('docs/loader-vectors.json is what the shop does: npm run loader-vectors writes it', () => {
  expect(text).toBe(`${JSON.stringify(loaderVectors(), null, 2)}\n`)
})

describe('the reference client', () => {
  test.each(vectors.requests)('signs $method $path to the byte', (request) => {
    vi.useFakeTimers({ now: request.time, toFake: ['Date'] })
    const kept = { key: vectors.keys.loader.private_key }
    const client = new LoaderClient({ shop: '', trusted, kept })
    expect(client.publicKey).toBe(vectors.keys.loader.public_key)
    const { method, path, body, nonce, signature, signed_bytes } = request
    expect(client.headers(method, path, body, nonce)['loadout-signature']).toBe(signature)
    const seed = Buffer.from(kept.key, 'base64url')
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    const own = sign(null, Buffer.from(signed_bytes, 'base64url'), key)
    expect(own.toString('base64url')).toBe(signature)
  })

  test.each(vectors.answers)('verifies a response: $about', (answer) => {
    const { body, signature, asked_nonce: nonce, genuine } = answer
    const read = () => readAnswer(body, { signature, nonce, trusted })
    if (genuine) expect(read()).toMatchObject({ code: 'VALID', nonce })
    else expect(read).toThrow('The response is not authentic')
  })

  test.each(vectors.entitlements)('checks offline play: $about', (given) => {
    const says = 'says' in given ? given.says : null
    expect(readEntitlement(given, trusted, given.now)).toEqual(says)
    expect(says !== null).toBe(given.good)
  })

  test.each(vectors.values)('hashes “$value”', ({ value, normalised, sha256 }) => {
    expect(hashOf(value)).toBe(sha256)
    expect(hashOf(normalised)).toBe(sha256)
  })
})

test.each(['stamp', 'signed_stamp'] as const)(
  'finds the build of a loader at the end of its file: %s',
  (which) => {
    const { file, build, says } = vectors[which]
    const bytes = Buffer.from(file, 'base64url')
    expect(stampAtEnd(bytes)).toBe(build)
    const size = bytes.readUInt32LE(bytes.length - 12) + 84
    expect(JSON.parse(bytes.subarray(-size, -84).toString())).toEqual(says)
    expect(stampAtEnd(bytes.subarray(0, -1))).toBeNull()
  },
)

test('matches like each case says', () => {
  const outcomes = vectors.matching.map(({ expected: { sufficient, same, taken_over } }) =>
    sufficient ? (same ? ['same', ...taken_over].join(' ') : 'another') : 'too few',
  )
  expect(outcomes).toEqual([
    'same',
    'same',
    'same gpu',
    'same',
    'same gpu disks',
    'same',
    'same',
    'same disks',
    'another',
    'another',
    'another',
    'another',
    'same',
    'too few',
    'same',
  ])
})
