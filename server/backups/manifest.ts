import * as z from 'zod'

const stored = {
  /** Its key, from the backup's folder on. */
  object: z.string(),
  /** As it is stored: compressed, and encrypted where the backup is. */
  bytes: z.int(),
  sha256: z.string(),
}

const table = z.object({
  ...stored,
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** For a partition: its parent, its bounds, and its triggers that the parent has not. */
  part: z
    .object({
      schema: z.string(),
      name: z.string(),
      bounds: z.string(),
      triggers: z.array(z.string()),
    })
    .nullable(),
})
export type BackedUpTable = z.output<typeof table>

export const manifest = z.object({
  format: z.literal(1),
  version: z.string(),
  made_at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), value: z.string(), called: z.boolean() }),
  ),
  files: z.array(z.object({ ...stored, key: z.string() })),
  keys: z.array(z.object({ ...stored, name: z.string() })),
  /** What opens everything else; only in a manifest that is itself encrypted. */
  identity: z.string().nullable(),
})
export type Manifest = z.output<typeof manifest>

/** Written last: a folder without one of them is no backup. */
export const manifestNames = { plain: 'manifest.json', encrypted: 'manifest.age' } as const
