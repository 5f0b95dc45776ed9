/** Enough to keep the database busy, and fewer than the database connections of the shop. */
const atOnce = 3

/** Does the work for each item, a few at a time. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const left = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
