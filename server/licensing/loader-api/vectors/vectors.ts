import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { keyIdOf, type SigningKey } from '#server/licensing/loader/signing-key.ts'
import { readStamp, stampBlock } from '#server/licensing/loader/stamp.ts'
import { rawOf, requestBytes, signAnswer, signEntitlement } from '../signing.ts'
import { matchingVectors, valueVectors } from './matching.ts'

/** Publicly known keys, so that the signatures are the same wherever they are computed. */
function knownKey(byte: number): SigningKey & { seed: string } {
  const seed = Buffer.alloc(32, byte)
  // The PKCS 8 form of an Ed25519 key is these bytes followed by the 32 bytes of the key.
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex')
  const der = Buffer.concat([prefix, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return { privateKey, publicKey, id: keyIdOf(publicKey), seed: seed.toString('base64url') }
}

const shop = knownKey(1)
const loader = knownKey(2)
const stranger = knownKey(3)
const keyVector = ({ seed, publicKey, id }: typeof shop) => ({
  private_key: seed,
  public_key: rawOf(publicKey),
  id,
})

const time = Date.parse('2026-01-31T12:00:00Z')
const nonce = 'AAECAwQFBgcICQoLDA0ODw'
const build = '7f1c8a52-6d0e-4a3b-9c57-21e4b8f0d6a9'

function requestVector(method: string, path: string, body: string) {
  const bytes = requestBytes({ method, path, time, nonce, body: Buffer.from(body) })
  return {
    method,
    path,
    time,
    nonce,
    body,
    signed_bytes: bytes.toString('base64url'),
    signature: sign(null, bytes, loader.privateKey).toString('base64url'),
  }
}

function answerVectors() {
  const body = JSON.stringify({ code: 'VALID', sentence: 'You can play.', nonce, time })
  const signature = signAnswer(shop, body)
  const banned = body.replace('VALID', 'BANNED')
  return [
    { about: 'As the shop said it', body, signature, genuine: true },
    { about: 'Another body', body: banned, signature, genuine: false },
    {
      about: 'Signed by another key',
      body,
      signature: signAnswer(stranger, body),
      genuine: false,
    },
    {
      about: 'The answer to another request',
      body: body.replace(nonce, 'EBESExQVFhcYGRobHB0eHw'),
      signature: signAnswer(shop, body.replace(nonce, 'EBESExQVFhcYGRobHB0eHw')),
      genuine: false,
    },
    {
      about: 'The same JSON, written otherwise',
      body: body.replace('{', '{ '),
      signature,
      genuine: false,
    },
    { about: 'No signature', body, signature: '', genuine: false },
  ].map((one) => ({ ...one, asked_nonce: nonce }))
}

function entitlementVectors() {
  const not_after = '2026-02-02T12:00:00.000Z'
  const said = {
    v: 1,
    uid: 42,
    device: 7,
    build,
    products: [{ slug: 'counter-strike-2', ends_at: '2026-03-01T00:00:00.000Z' }],
    issued_at: new Date(time).toISOString(),
    not_after,
  } as const
  const given = signEntitlement(shop, { ...said, products: [...said.products] })
  const longer = Buffer.from(given.payload, 'base64url').toString().replace('02-02', '12-31')
  const end = Date.parse(not_after)
  const payload = Buffer.from(longer).toString('base64url')
  return [
    { about: 'Within its time', ...given, now: end - 1, good: true, says: said },
    { about: 'At its end', ...given, now: end, good: false },
    { about: 'Made longer by hand', ...given, payload, now: time, good: false },
    {
      about: 'Signed by another key',
      ...signEntitlement(stranger, { ...said, products: [...said.products] }),
      now: time,
      good: false,
    },
    {
      about: 'Signed as an answer, which is another context',
      ...given,
      signature: signAnswer(shop, Buffer.from(given.payload, 'base64url').toString()),
      now: time,
      good: false,
    },
  ]
}

function stampVector(program: Buffer, how: Parameters<typeof stampBlock>[2] = {}) {
  const sha256 = createHash('sha256').update(program).digest('hex')
  const block = stampBlock(
    {
      build,
      uid: 42,
      version: '1.9.2',
      issued_at: new Date(time).toISOString(),
      release: { sha256, size: program.length },
    },
    shop,
    how,
  )
  return {
    file: Buffer.concat([program, block]).toString('base64url'),
    build: block.toString('base64url'),
    says: readStamp(block)!.stamp,
  }
}

export function loaderVectors() {
  const session = JSON.stringify({ session: '0b9f6d5e-3c8a-4f7e-9a41-6d2f1c0e8b57' })
  return {
    about:
      'Test vectors of the loader’s API: docs/loader.md says what each part is for. Bytes are base64url without padding, texts UTF-8. The keys are known to everybody; trust none of them.',
    keys: { shop: keyVector(shop), loader: keyVector(loader), stranger: keyVector(stranger) },
    requests: [
      requestVector('POST', '/loader/v1/heartbeat', session),
      requestVector('GET', '/loader/v1/releases/counter-strike-2', ''),
      requestVector(
        'POST',
        '/loader/v1/report',
        '{"kind":"debugger_attached","reason":"Größe 世界","details":{}}',
      ),
    ],
    answers: answerVectors(),
    entitlements: entitlementVectors(),
    stamp: stampVector(Buffer.from('a loader\n')),
    // The stamp of a signed loader: its payload is longer than the JSON in it.
    signed_stamp: stampVector(Buffer.from('a signed loader, up to its block\n'), {
      format: 2,
      room: 280,
    }),
    values: valueVectors(),
    matching: matchingVectors(),
  }
}
