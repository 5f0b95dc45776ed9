import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { mostEvidence, staffTraces, type Verdict } from '#contract/licensing/staff-traces.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { waitForLock } from '#server/kernel/database/named-lock.ts'
import { Refusal, violatedConstraint } from '#server/kernel/http/errors.ts'
import { record } from '#server/platform/events/record.ts'
import type { Staff } from '#server/platform/logs/staff.ts'

export type Kept = { id: number; key: string }

export type Finding = {
  sha256: string
  size: number
  verdict: Verdict
  copies: readonly { build: string; user: number | null }[]
}

/** The row comes first, so that a killed process's file is found. Throws `too_much_evidence`. */
export async function keepFile(
  db: Database,
  storage: Storage,
  staff: Staff,
  { name, file }: { name: string; file: AsyncIterable<Buffer> },
): Promise<Kept> {
  const key = `evidence/${randomUUID()}`
  const id = await transaction(db, async (tx) => {
    await waitForLock(tx, 'evidence')
    await requireRoom(tx)
    const row = await tx
      .insertInto('evidence')
      .values({ storage_key: key, file_name: name || 'unnamed', kept_by: staff.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  })
  try {
    await storage.put(key, file, { contentType: 'application/octet-stream' })
  } catch (error) {
    await dropFile(db, storage, { id, key })
    throw error
  }
  return { id, key }
}

async function requireRoom(tx: Tx) {
  const { kept } = await tx
    .selectFrom('evidence')
    .select(sql<number>`count(*)`.as('kept'))
    .where('storage_key', 'is not', null)
    .executeTakeFirstOrThrow()
  if (kept >= mostEvidence) throw new Refusal(staffTraces.file.refusals.too_much_evidence)
}

/** Records the findings for a stored file. Returns its id; identical files are stored only once. */
export async function concludeFile(
  db: Database,
  storage: Storage,
  staff: Staff,
  kept: Kept,
  { copies, ...about }: Finding,
): Promise<number | null> {
  try {
    await transaction(db, async (tx) => {
      await tx
        .updateTable('evidence')
        .set({ ...about, traced_at: sql`now()` })
        .where('id', '=', kept.id)
        .execute()
      const rows = copies.map(({ build, user }) => ({ evidence_id: kept.id, build, user_id: user }))
      if (rows.length > 0) await tx.insertInto('evidence_copies').values(rows).execute()
      const builds = copies.map(({ build }) => build)
      await record(tx, 'evidence.kept', { staff, data: { evidence: kept.id, ...about, builds } })
    })
    return kept.id
  } catch (error) {
    if (violatedConstraint(error) !== 'evidence_sha256') throw error
    await dropFile(db, storage, kept)
    return findKept(db, about.sha256)
  }
}

export async function findKept(db: Database, sha256: string): Promise<number | null> {
  const found = await db
    .selectFrom('evidence')
    .select('id')
    .where('sha256', '=', sha256)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.id ?? null
}

export async function dropFile(db: Database, storage: Storage, { id, key }: Kept) {
  await storage.delete(key)
  await db.deleteFrom('evidence').where('id', '=', id).where('traced_at', 'is', null).execute()
}
