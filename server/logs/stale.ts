import { sql } from 'kysely'
import { revisionRefusals } from '#contract/revisions.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { describeChange } from './describe-change.ts'
import type { Staff } from './staff.ts'

/** What several people may edit, as the details of its entries in the log name it: `{ post: 7 }`. */
export type Edited = Record<string, number | string>

/** What is told of; who looks away for longer sees the rest in the log. */
const most = 5

/**
 * Refuses a change of an older revision than the present one, and says what others have changed
 * since. Call it with the row locked; each change logs `about: { …edited, revision }`, from which
 * this reads. Without `seen` nobody asked for the check. `unlogged` is who is named for a change that
 * has no entry there; with null such changes are let pass.
 */
export async function refuseStale(
  db: Database,
  staff: Staff,
  edited: Edited,
  seen: number | undefined,
  current: number,
  unlogged: string | null = 'somebody else',
): Promise<void> {
  if (seen === undefined || seen === current) return
  const changes = await changesSince(db, edited, seen, current)
  const described = changes.map(({ message, details: { by, by_uid, before, after } }) => {
    const who = by_uid === staff.id ? 'you in another window' : by
    // An action that leaves all values as they are, such as an answer, is logged without them.
    return `${who}: ${before || after ? describeChange(before ?? {}, after ?? {}) : message}`
  })
  if (unlogged === null && described.length === 0) return
  if (unlogged !== null && described.length < Math.max(1, Math.min(most, current - seen)))
    described.push(unlogged)
  const values = { changes: described.join('\nChanged meanwhile by ') }
  throw new Refusal(revisionRefusals.changed_meanwhile, { values })
}

type Values = Record<string, unknown>
type Change = {
  message: string
  details: { by: string; by_uid: number; before?: Values; after?: Values }
}

/** The latest of them, the earliest first. */
async function changesSince(db: Database, edited: Edited, seen: number, current: number) {
  const first = Math.max(seen + 1, current - most + 1)
  const wanted = Array.from({ length: Math.max(0, current - first + 1) }, (_, n) =>
    JSON.stringify({ ...edited, revision: first + n }),
  )
  // Found first, then put in order: the planner may not walk the log for the newest.
  const { rows } = await sql<Change>`
    with found as materialized (
      select id, message, details from logs where details @> any (${wanted}::jsonb[]) and type = 'staff')
    select message, details from found order by id`.execute(db)
  return rows
}
