import { randomUUID } from 'node:crypto'
import { readAnswer } from '../answers.ts'
import { newKey } from '../client.ts'
import { Refused } from '../failures.ts'
import type { Kit } from './kit.ts'

const path = '/loader/v1/logout'
/** More than the allowed clock skew, in milliseconds. */
const off = 300_000

/** Sends invalid requests. None of them may have an effect. */
export async function playRequests({ given, client, another, play }: Kit) {
  const { kept } = client.options
  const sent = () => ({ session: randomUUID() })
  const askOnce = async (ahead: number) => {
    const skewed = another(kept)
    skewed.ahead += ahead
    return skewed.ask('POST', path, sent(), { refresh: false, clock: false })
  }
  await play('A clock that is five minutes slow', 'CLOCK_SKEW', () => askOnce(-off))
  await play('A clock that is five minutes fast', 'CLOCK_SKEW', () => askOnce(off))
  await play('The same request with a corrected clock', 'VALID', async () => {
    const skewed = another(kept)
    skewed.ahead -= off
    return skewed.ask('POST', path, sent())
  })
  const body = JSON.stringify(sent())
  const headers = client.headers('POST', path, body)
  /** Sends the same bytes each time, as in a replay attack. */
  const send = async (payload = body) => {
    const response = await fetch(`${given.shop}/api${path}`, {
      method: 'POST',
      headers,
      body: payload,
    })
    const text = await response.text()
    if (!response.ok)
      throw new Refused(response.status, (JSON.parse(text) as { code: string }).code, '')
    const signature = response.headers.get('loadout-signature') ?? ''
    return readAnswer(text, { signature, nonce: headers['loadout-nonce'], trusted: given.trusted })
  }
  await play('A request', 'VALID', () => send())
  await play('Replay: the same request again', 'REPLAYED', () => send())
  await play('Its headers with another body', '401 bad_signature', () =>
    send(JSON.stringify(sent())),
  )
  await play('The tokens with another key', '401 bad_signature', () =>
    another({ ...kept, key: newKey() }).logout(randomUUID()),
  )
  await play('No token', '401 unpaired', () => another({ key: newKey() }).logout(randomUUID()))
}
