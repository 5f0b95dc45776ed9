import { readAlternatives } from '#contract/alternatives.ts'
import { productRefusals } from '#contract/products.ts'
import type { Channel } from '#contract/releases.ts'
import { fileRefusals, staffReleases } from '#contract/staff-releases.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { record } from '#server/events/record.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Staff } from '#server/logs/staff.ts'
import { keepWritten } from '#server/media/kept-html.ts'
import { addRelease, refuseKnownVersion } from './add.ts'
import { getRelease } from './list.ts'
import { isOlder } from './versions.ts'
import { headSize, isWindowsProgram } from './windows-program.ts'

type Upload = {
  product?: number | undefined
  version: string
  channel: Channel
  minimum: string
  notes: string
  /** How many of the bytes declare alternatives. */
  alternatives: number
  bytes: AsyncIterable<Buffer>
}

/**
 * Keeps a file that staff upload as a release, and answers it. Refuses a loader that is no
 * Windows program, as soon as its head shows it, and a version that exists.
 */
export async function uploadRelease(db: Database, storage: Storage, staff: Staff, upload: Upload) {
  const { product = null, bytes, alternatives, ...about } = upload
  const { version, channel, minimum, notes } = about
  if (product !== null) await requireProduct(db, product)
  else refuseAbove(version, minimum)
  await refuseKnownVersion(db, { product, version })
  const kept = keepWritten(notes, 'notes')
  const { pairs, file } = await readDeclared(bytes, alternatives)
  if (product !== null && pairs.length > 0)
    throw unusable('A module is the same file for everybody.')
  const id = await addRelease(db, storage, {
    ...about,
    kept,
    product,
    pairs,
    bytes: product === null ? programOf(file) : somethingOf(file),
    createdBy: staff.id,
    with: (tx, { id, size, sha256 }) =>
      record(tx, 'release.uploaded', {
        staff,
        data: {
          ...{ release: id, product, version, channel, minimum, size, sha256, notes },
          ...(pairs.length > 0 && { alternatives: pairs.length }),
        },
      }),
  })
  return getRelease(db, id)
}

const unusable = (why: string) => new Refusal(fileRefusals.alternatives, { values: { why } })

/** The pairs that stand before the file, and the file. Throws `alternatives` before that has come. */
async function readDeclared(bytes: AsyncIterable<Buffer>, length: number) {
  if (length === 0) return { pairs: [], file: bytes }
  const pieces = bytes[Symbol.asyncIterator]()
  let begin = Buffer.alloc(0)
  while (begin.length < length) {
    const { done, value } = await pieces.next()
    if (done) break
    begin = Buffer.concat([begin, value])
  }
  const read = readAlternatives(begin.toString('utf8', 0, length))
  if ('fault' in read) throw unusable(read.fault)
  async function* file() {
    yield begin.subarray(length)
    yield* { [Symbol.asyncIterator]: () => pieces }
  }
  return { pairs: read.pairs, file: file() }
}

/** What needs a loader that is newer than itself could never run. Throws `minimum_above`. */
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

/** The same bytes; throws once enough of them are there to tell that they are no program. */
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
