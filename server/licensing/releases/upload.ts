import type { Channel } from '#contract/licensing/releases.ts'
import { fileRefusals, staffReleases } from '#contract/licensing/staff-releases.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { StaffOrKey } from '#server/platform/logs/staff.ts'
import { keepWritten } from '#server/platform/media/kept-html.ts'
import { addRelease, type NewRelease, refuseKnownVersion } from './add.ts'
import { getRelease } from './list.ts'
import { isOlder } from './versions.ts'
import { headSize, isWindowsProgram } from './windows-program.ts'

type Named = { product?: number | undefined; version: string; minimum: string }

type Upload = Named & {
  channel: Channel
  notes: string
  /** The hash that the sender computed. A file with another hash is refused. */
  sha256: string
  bytes: AsyncIterable<Buffer>
  with?: NewRelease['with']
}

/** Refuses an existing version, and a loader whose first bytes are not a Windows program's. */
export async function uploadRelease(
  db: Database,
  storage: Storage,
  by: StaffOrKey,
  { bytes, with: also, ...about }: Upload,
) {
  const { product = null, version, channel, minimum, notes } = about
  await refuseInVain(db, about)
  const kept = keepWritten(notes, 'notes')
  const id = await addRelease(db, storage, {
    ...about,
    kept,
    product,
    bytes: product === null ? programOf(bytes) : somethingOf(bytes),
    ...(by.staff ? { createdBy: by.staff.id } : { apiKey: by.key.id }),
    with: async (tx, added) => {
      await also?.(tx, added)
      const { id: release, size, sha256 } = added
      const data = { release, product, version, channel, minimum, size, sha256, notes }
      await record(tx, 'release.uploaded', { ...by, data })
    },
  })
  return getRelease(db, id)
}

export async function refuseInVain(db: Database, { product, version, minimum }: Named) {
  if (product !== undefined) await requireProduct(db, product)
  else refuseAbove(version, minimum)
  await refuseKnownVersion(db, { product: product ?? null, version })
}

/** A loader release whose minimum is newer than itself could never run. Throws `minimum_above`. */
export function refuseAbove(version: string, minimum: string) {
  if (minimum && isOlder(version, minimum))
    throw new Refusal(staffReleases.add.refusals.minimum_above)
}

async function requireProduct(db: Database, id: number) {
  const found = await db.selectFrom('products').select('id').where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal(productRefusals.unknown_product)
}

async function* somethingOf(bytes: AsyncIterable<Buffer>) {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    yield chunk
  }
  if (size === 0) throw new Refusal(fileRefusals.empty_file)
}

/** Passes the bytes through. Throws as soon as enough of them show that they are not a program. */
async function* programOf(bytes: AsyncIterable<Buffer>) {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (head === null) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < headSize) continue
    if (!isWindowsProgram(head)) throw new Refusal(fileRefusals.not_a_program)
    yield head
    head = null
  }
  if (head === null) return
  if (!isWindowsProgram(head)) throw new Refusal(fileRefusals.not_a_program)
  yield head
}
