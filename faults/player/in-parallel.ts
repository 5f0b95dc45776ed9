/** As many as keep the database busy, and fewer than a shop has connections. */
const atOnce = 3

/** Does the work for each, some at a time. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const left = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
