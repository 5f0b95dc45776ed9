import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'

/** How many items are processed concurrently. Most of them wait for a provider. */
const atOnce = 6

/** Runs `work` for a few items at a time. A failure stops no other item. Returns the errors. */
export async function forEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  const left = items.values()
  async function worker() {
    for (const item of left) await work(item).catch((error) => failures.push(error))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return failures
}

/** `work` returns false if another process has the item. Skipped and failed items are `left`. */
export async function workOff<Item extends { id: number }>(
  db: Database,
  list: (left: readonly number[]) => Promise<readonly Item[]>,
  work: (tx: Tx, item: Item) => Promise<boolean>,
): Promise<unknown[]> {
  const failures: unknown[] = []
  const left: number[] = []
  for (;;) {
    const due = await list(left)
    if (due.length === 0) return failures
    const failed = await forEach(due, async (item) => {
      let done = false
      try {
        done = await transaction(db, (tx) => work(tx, item))
      } finally {
        if (!done) left.push(item.id)
      }
    })
    failures.push(...failed)
  }
}

/** Throws an error with the number of failures and the first of them, if there are any. */
export function report(failures: readonly unknown[], what: string) {
  if (failures.length === 0) return
  const [cause] = failures
  const first = (cause as Error)?.message ?? String(cause)
  throw new Error(`${failures.length} ${what}; the first: ${first}`, { cause })
}
