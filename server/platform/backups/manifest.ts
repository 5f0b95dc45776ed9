import { createHash } from 'node:crypto'
import * as z from 'zod'
import { isKey } from '#server/adapters/storage/storage.ts'

const storageKey = z.string().refine(isKey)

const stored = {
  /** The object's key, relative to the backup's folder. */
  object: storageKey,
  /** Size and hash of the stored bytes: compressed, and encrypted if the backup is. */
  bytes: z.int(),
  sha256: z.string(),
}

const table = z.object({
  ...stored,
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
})
export type BackedUpTable = z.output<typeof table>

/**
 * Anyone with write access to a plain backup can change its manifest. So a restore uses the names
 * in it only as quoted identifiers of tables and columns that the migrations create.
 */
export const manifest = z.object({
  /** Format 1 has no checksum of the manifest. */
  format: z.literal([1, 2]),
  version: z.string(),
  made_at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(table),
  sequences: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      value: z.string().regex(/^\d{1,19}$/),
      called: z.boolean(),
    }),
  ),
  files: z.array(z.object({ ...stored, key: storageKey })),
  keys: z.array(z.object({ ...stored, name: storageKey.refine((name) => !name.includes('/')) })),
  /** The identity that decrypts everything else. Only set if the manifest itself is encrypted. */
  identity: z.string().nullable(),
})
export type Manifest = z.output<typeof manifest>

/** Written last: a folder without a manifest is not a complete backup. */
export const manifestNames = { plain: 'manifest.json', encrypted: 'manifest.age' } as const

/** For a plain manifest, in the format of `sha256sum`. Encryption detects damage itself. */
export const checksumName = 'manifest.json.sha256'

export const checksumOf = (manifest: Buffer) =>
  `${createHash('sha256').update(manifest).digest('hex')}  ${manifestNames.plain}\n`
