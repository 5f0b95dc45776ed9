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

/** Says at the end how many failed; the first stands for them. */
export function report(failures: readonly unknown[], what: string) {
  if (failures.length === 0) return
  const [cause] = failures
  const first = (cause as Error)?.message ?? String(cause)
  throw new Error(`${failures.length} ${what}; the first: ${first}`, { cause })
}
