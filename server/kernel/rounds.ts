import { type Database, type Tx, transaction } from './database.ts'

/** How many are worked on at a time, most of them waiting for a provider. */
const atOnce = 6

/** Does the work for each, a few at a time. One that fails does not hold up the others. */
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

/**
 * Works off what is due, batch after batch, each in a transaction of its own. `work` answers false
 * where another process has it. That and what fails is `left` for the next round, so that it holds up no
 * other.
 */
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

/** Says at the end how many failed; the first stands for them. */
export function report(failures: readonly unknown[], what: string) {
  if (failures.length === 0) return
  const [cause] = failures
  const first = (cause as Error)?.message ?? String(cause)
  throw new Error(`${failures.length} ${what}; the first: ${first}`, { cause })
}
