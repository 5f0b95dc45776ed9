import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { type ComponentKind, type Components, componentKinds } from '#contract/wire/components.ts'

/** The values that the shop stores for a computer: by kind, an HMAC of each value's hash. */
export type Marks = Partial<Record<ComponentKind, string[]>>

/** As loaders do before they hash a value: only the letters A to Z and digits, in capitals. */
export function normalised(value: string): string {
  return value.replace(/[a-z]/g, (letter) => letter.toUpperCase()).replace(/[^A-Z0-9]/g, '')
}

export function hashOf(value: string): string {
  return createHash('sha256').update(normalised(value)).digest('hex')
}

/** Placeholders that manufacturers and virtual machines use instead of a serial number. */
const dummies = [
  '',
  'To be filled by O.E.M.',
  'To be filled by OEM',
  'Default string',
  'System Serial Number',
  'System Product Name',
  'Base Board Serial Number',
  'Board Serial Number',
  'Chassis Serial Number',
  'Serial Number',
  'Not Specified',
  'Not Applicable',
  'Not Available',
  'N/A',
  'NA',
  'None',
  'Null',
  'Nil',
  'Unknown',
  'Invalid',
  'OEM',
  'O.E.M.',
  'Empty',
  'Test',
  'Type2 - Board Serial Number',
  'Filled by OEM',
  '123456789',
  '0123456789',
  '1234567890',
  'ABCDEF',
  '03000200-0400-0500-0006-000700080009',
  '12345678-1234-5678-90AB-CDDEEFAABBCC',
  'FEFEFEFE-FEFE-FEFE-FEFE-FEFEFEFEFEFE',
  'VirtualBox',
  'VMware',
  'VMware Virtual Platform',
  'Virtual Machine',
  'QEMU',
  'KVM',
  'Bochs',
  'Standard PC (Q35 + ICH9, 2009)',
  'Standard PC (i440FX + PIIX, 1996)',
  'VBOX HARDDISK',
  'QEMU HARDDISK',
  'VMware Virtual disk',
  'QM00001',
  'QM00002',
  'QM00003',
  'drive-scsi0',
  'drive-scsi0-0-0-0',
  '52:54:00:12:34:56',
  '02:00:00:00:00:00',
  '02:42:AC:11:00:02',
  '00:05:9A:3C:7A:00',
]

/** `000…`, `FFF…` and similar values, up to the maximum length of a value. */
const repeated = ['0', '1', 'F', 'X', '9'].flatMap((letter) =>
  Array.from({ length: 64 }, (_, at) => letter.repeat(at + 1)),
)

const dummyHashes = new Set([...dummies, ...repeated].map(hashOf))

/** `key` is the shop's own. Without it, nobody can find the value behind a mark. */
export function marksOf(key: KeyObject, components: Components): Marks {
  const marks: Marks = {}
  for (const kind of componentKinds) {
    const usable = (components[kind] ?? []).filter((hash) => !dummyHashes.has(hash))
    if (usable.length === 0) continue
    marks[kind] = [...new Set(usable)].sort().map((hash) => markOf(key, kind, hash))
  }
  return marks
}

function markOf(key: KeyObject, kind: ComponentKind, hash: string): string {
  const whole = createHmac('sha256', key).update(`${kind}\0${hash}`).digest()
  return whole.toString('base64url', 0, 18)
}
