import { sql } from 'kysely'
import { isolated } from '#contract/wire/isolate.ts'
import { revisionRefusals } from '#contract/wire/revisions.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { describeChange, isUndone } from './describe-change.ts'
import type { Staff } from './staff.ts'

/** An object that several people may edit, as its log entries' details name it: `{ post: 7 }`. */
export type Edited = Record<string, number | string>

/** The maximum number of changes in the message. Older changes are in the log. */
const most = 5

/**
 * Refuses a change of an older revision, and lists what others have changed since. The caller has
 * locked the row. Each change must log `about: { …edited, revision }`. Without `seen`, there is no
 * check. `unlogged` is the author of changes without a log entry; null permits them.
 */
export async function refuseStale(
  db: Database,
  staff: Staff,
  edited: Edited,
  seen: number | undefined,
  current: number,
  unlogged: string | null = 'another user',
): Promise<void> {
  if (seen === undefined || seen === current) return
  const changes = await changesSince(db, edited, seen, current)
  const described = mergedByAuthor(changes).map(
    ({ message, details: { by, by_uid, before, after } }) => {
      const who = by_uid === staff.id ? 'you in another window' : by
      // An action that changes no values, such as an answer, is logged without them.
      const what = before || after ? describeChange(before ?? {}, after ?? {}) : message
      return isolated`${who}: ${what}`
    },
  )
  if (unlogged === null && described.length === 0) return
  if (unlogged !== null && changes.length < Math.max(1, Math.min(most, current - seen)))
    described.push(unlogged)
  const values = { changes: described.join('\nChanged by ') }
  throw new Refusal(revisionRefusals.changed_meanwhile, { values })
}

type Values = Record<string, unknown>
type Change = {
  message: string
  details: { by: string; by_uid: number; before?: Values; after?: Values }
}

/** Merges each author's changes, or the message would list a field once for each save. */
function mergedByAuthor(changes: readonly Change[]): Change[] {
  const merged: Change[] = []
  for (const change of changes) {
    const [last, { details: own }] = [merged.at(-1), change]
    const hasValues = ({ before, after }: Change['details']) => before ?? after
    if (last && last.details.by_uid === own.by_uid && hasValues(last.details) && hasValues(own))
      merged[merged.length - 1] = {
        ...last,
        details: {
          ...own,
          before: { ...own.before, ...last.details.before },
          after: { ...last.details.after, ...own.after },
        },
      }
    else merged.push(change)
  }
  return merged.map(withoutUndone)
}

function withoutUndone(change: Change): Change {
  const { before, after, ...details } = change.details
  if (!before || !after) return change
  const isKept = ([key]: [string, unknown]) => !isUndone(key, before[key], after[key])
  const kept = (values: Values) => Object.fromEntries(Object.entries(values).filter(isKept))
  return { ...change, details: { ...details, before: kept(before), after: kept(after) } }
}

async function changesSince(db: Database, edited: Edited, seen: number, current: number) {
  const first = Math.max(seen + 1, current - most + 1)
  const wanted = Array.from({ length: Math.max(0, current - first + 1) }, (_, n) =>
    JSON.stringify({ ...edited, revision: first + n }),
  )
  // Found first, then sorted: otherwise the planner might scan the log for the newest.
  const { rows } = await sql<Change>`
    with found as materialized (
      select id, message, details from logs where details @> any (${wanted}::jsonb[]) and type = 'staff')
    select message, details from found order by id`.execute(db)
  return rows
}
