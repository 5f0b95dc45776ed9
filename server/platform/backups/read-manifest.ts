import { buffer } from 'node:stream/consumers'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { baseline, readMigrations } from '#server/kernel/migrations/migrate.ts'
import { openText } from './cipher.ts'
import {
  checksumName,
  checksumOf,
  type Manifest,
  manifestNames,
  manifest as manifestSchema,
} from './manifest.ts'
import { findManifest } from './place.ts'

/** Throws a StartError if it is damaged, cannot be decrypted, or does not fit this version. */
export async function readManifest(
  place: Storage,
  prefix: string,
  passphrase: string | undefined,
  migrationsFrom?: URL,
): Promise<Manifest> {
  const name = (await findManifest(place, prefix))!
  const bytes = await buffer((await place.get(prefix + name))!.stream)
  if (name === manifestNames.encrypted && !passphrase) {
    throw new StartError('This backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.')
  }
  // Anyone with write access to the place could have replaced the encrypted backup.
  if (name === manifestNames.plain && passphrase) {
    throw new StartError(
      'This backup is not encrypted, but BACKUP_PASSPHRASE is set: anyone with write access to the backup location could have made it. If it is yours, restore it without BACKUP_PASSPHRASE.',
    )
  }
  const text =
    name === manifestNames.encrypted ? await openText(passphrase!, bytes) : bytes.toString('utf8')
  const parsed = manifestSchema.safeParse(jsonOf(text))
  const intact = name === manifestNames.encrypted || (await isIntact(place, prefix, bytes))
  if (parsed.success && (intact ?? parsed.data.format === 1)) {
    await requireKnown(parsed.data, migrationsFrom)
    return parsed.data
  }
  throw new StartError(
    'The manifest of this backup is damaged, or from a later version of the shop. Restore another backup, or check out that version.',
  )
}

/** Whether a plain manifest matches its checksum; undefined if it has no checksum. */
async function isIntact(place: Storage, prefix: string, manifest: Buffer) {
  const checksum = await place.get(prefix + checksumName)
  return checksum ? (await buffer(checksum.stream)).toString() === checksumOf(manifest) : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A backup may have fewer migrations than this version, but none that is unknown or changed. */
async function requireKnown({ migrations, version }: Manifest, from: URL | undefined) {
  const own = new Map((await readMigrations(from)).map(({ name, checksum }) => [name, checksum]))
  if (!migrations.some(({ name, checksum }) => name === baseline && own.get(name) === checksum)) {
    throw new StartError(
      `This backup was created with another schema than that in db/schema, and no migration leads from one to the other. Check out the version that created it (${version}).`,
    )
  }
  for (const { name, checksum } of migrations) {
    if (!own.has(name)) {
      throw new StartError(
        `This backup was created by a newer version of the shop (${version}, with the migration ${name}). Check out that version, or a later one, to restore it.`,
      )
    }
    if (own.get(name) !== checksum) {
      throw new StartError(
        `The migration ${name} has changed since this backup was created. Check out the version that created it (${version}).`,
      )
    }
  }
}
