import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { readEntitlement } from '../answers.ts'
import { nameOf, partsOf } from './computers.ts'
import type { Kit } from './kit.ts'
import { openRelay, type Passed } from './relay.ts'

const forger = generateKeyPairSync('ed25519')
const resigned = (text: string) =>
  sign(null, Buffer.from(`loadout loader answer 1\0${text}`), forger.privateKey).toString(
    'base64url',
  )

/**
 * Ways in which a fake server could change a response, and whether a loader must accept the result.
 */
const forgeries: { about: string; believed: boolean; forge: (answer: Passed) => Passed }[] = [
  { about: 'An unchanged response', believed: true, forge: (answer) => answer },
  {
    about: 'Forged: another code',
    believed: false,
    forge: (answer) => ({ ...answer, text: answer.text.replace('"VALID"', '"BANNED"') }),
  },
  {
    about: 'Forged: signed with another key',
    believed: false,
    forge: (answer) => ({ ...answer, signature: resigned(answer.text) }),
  },
  {
    about: 'Forged: not signed',
    believed: false,
    forge: (answer) => ({ ...answer, signature: '' }),
  },
]

export async function playAnswers({ given, client, build, another, play }: Kit) {
  const { kept } = client.options
  const through = async (forge: (answer: Passed) => Passed, times = 1) => {
    const relay = await openRelay(given.shop, forge)
    try {
      const loader = another(kept, relay.url)
      for (let n = 1; n < times; n += 1) await loader.logout(randomUUID())
      return await loader.logout(randomUUID())
    } finally {
      await relay.close()
    }
  }
  const refused = 'The response is not authentic'
  for (const { about, believed, forge } of forgeries)
    await play(about, believed ? 'VALID' : refused, () => through(forge))
  let first: Passed | undefined
  await play('Forged: the response to an earlier request', refused, () =>
    through((answer) => {
      first ??= answer
      return first
    }, 2),
  )
  const valid = await client
    .validate(given.product, partsOf(nameOf(build)), build)
    .catch(() => null)
  const entitlement = valid?.entitlement as { payload: string; signature: string } | null
  // A product without an offline period has no entitlement.
  if (!valid || !entitlement) return
  await play('Offline entitlement', 'signed for this device', async () => {
    const said = readEntitlement(entitlement, given.trusted, valid.time)
    const own = (said as { device?: number } | null)?.device === valid.device
    return own ? 'signed for this device' : 'invalid'
  })
}
