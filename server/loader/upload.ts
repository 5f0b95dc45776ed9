import { fileRefusals } from '#contract/staff-loader.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { record } from '#server/events/record.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Staff } from '#server/logs/staff.ts'
import { getRelease } from './release-list.ts'
import { publishRelease, refuseKnownVersion } from './releases.ts'
import { headSize, isWindowsProgram } from './windows-program.ts'

type Upload = { version: string; notes: string; bytes: AsyncIterable<Buffer> }

/**
 * Publishes a program that staff upload, and answers the release. Refuses what is no
 * Windows program, as soon as its head shows it, and a version that exists.
 */
export async function uploadRelease(db: Database, storage: Storage, staff: Staff, upload: Upload) {
  const { version, notes } = upload
  await refuseKnownVersion(db, version)
  const bytes = checked(upload.bytes)
  const id = await publishRelease(db, storage, {
    version,
    notes,
    bytes,
    createdBy: staff.id,
    with: (tx, { id, size, sha256 }) =>
      record(tx, 'release.uploaded', {
        staff,
        data: { release: id, version, size, sha256, notes },
      }),
  })
  return (await getRelease(db, id))!
}

/** The same bytes; throws once enough of them are there to tell that they are no program. */
async function* checked(bytes: AsyncIterable<Buffer>) {
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
