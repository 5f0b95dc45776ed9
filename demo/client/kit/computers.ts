import { hashOf } from '../client.ts'
import type { Kit } from './kit.ts'

const kinds = ['board', 'bios_uuid', 'tpm', 'cpu', 'gpu', 'disks', 'macs', 'os']
/** Components that thousands of devices share. */
const model = ['cpu', 'gpu', 'os']

/**
 * The components of a device that `name` identifies. Those in `others` belong to a different
 * device.
 */
export function partsOf(name: string, others: readonly string[] = []) {
  const own = (kind: string) => (others.includes(kind) ? `another ${name}` : name)
  return Object.fromEntries(kinds.map((kind) => [kind, [hashOf(`${kind} of ${own(kind)}`)]]))
}

/**
 * The customer's device. It is the same in each run, so it permanently uses only one device slot.
 */
export const nameOf = (build: string | null) => `kit ${stampOf(build)?.uid ?? ''}`

/** The stamp's content in a build, not verified. */
export function stampOf(build: string | null) {
  const bytes = Buffer.from(build ?? '', 'base64url')
  return bytes.length > 84
    ? (JSON.parse(bytes.subarray(0, -84).toString()) as { uid: number; version: string })
    : null
}

/** Changes a byte in the stamp's payload so that it remains valid JSON. */
function patched(build: string | null) {
  const bytes = Buffer.from(build ?? '', 'base64url')
  const at = bytes.indexOf('"uid":') + 6
  if (at > 6) bytes[at] = bytes[at] === 0x31 ? 0x32 : 0x31
  return bytes.toString('base64url')
}

export async function playComputers({ given, client, build, play }: Kit) {
  const name = nameOf(build)
  const ask = (parts: object = partsOf(name), by = build) =>
    client.validate(given.product, parts, by)
  const first = { session: '', device: 0 }
  await play('The first validation binds the device', 'VALID', async () => {
    const answer = await ask()
    Object.assign(first, { session: JSON.stringify(answer.session), device: answer.device })
    return answer
  })
  await play('The same validation again', 'VALID, the same session', async () => {
    const { code, session } = await ask()
    return `${code}, ${JSON.stringify(session) === first.session ? 'the same' : 'another'} session`
  })
  const { cpu, os } = partsOf(name)
  await play('Only two kinds of components', 'COMPONENTS_INSUFFICIENT', () =>
    ask({ cpu, os, board: [hashOf('To be filled by O.E.M.')] }),
  )
  await play('Drift: another graphics card', 'VALID, the same device', async () => {
    const { code, device } = await ask(partsOf(name, ['gpu']))
    return `${code}, ${device === first.device ? 'the same' : 'another'} device`
  })
  await play('Another device', 'DEVICE_MISMATCH', () => ask(partsOf(name, kinds)))
  await play('Another device of the same model', 'DEVICE_MISMATCH', () =>
    ask(
      partsOf(
        name,
        kinds.filter((kind) => !model.includes(kind)),
      ),
    ),
  )
  await play('The bound device again', 'VALID', () => ask())
  await play('No build', 'BUILD_UNKNOWN', () => ask(undefined, null))
  await play('A build with another customer’s ID', 'BUILD_UNKNOWN', () =>
    ask(undefined, patched(build)),
  )
  const { strangers, old, revoked } = given
  if (revoked) {
    await play('A revoked build', 'BUILD_REVOKED', () => ask(undefined, revoked))
    await play('The customer’s own build after that', 'VALID', () => ask())
  }
  if (strangers)
    await play('The build of another customer', 'BUILD_NOT_YOURS', () => ask(undefined, strangers))
  if (old) {
    await play('A build below the minimum', 'VERSION_TOO_OLD, with the minimum', async () => {
      const { code, minimum } = await ask(undefined, old)
      return `${code}, ${minimum ? 'with' : 'without'} the minimum`
    })
  }
  await play('An unknown product', '404 unknown_product', () =>
    client.validate('no such product of the kit', partsOf(name), build),
  )
}
