import { setTimeout as delay } from 'node:timers/promises'

type Patience = {
  /** The time limit, in milliseconds. */
  within?: number
  /** The interval between checks, in milliseconds. */
  every?: number
}

/** Waits until the condition is true. Resolves to whether it became true in time. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { within = 40_000, every = 100 }: Patience = {},
): Promise<boolean> {
  for (const end = performance.now() + within; performance.now() < end; await delay(every))
    if (await isSo()) return true
  return false
}

/** Waits until the list is empty. Resolves to the remaining items. */
export async function untilNone<T>(list: () => Promise<T[]>, patience: Patience): Promise<T[]> {
  let left: T[] = []
  await until(async () => {
    left = await list()
    return left.length === 0
  }, patience)
  return left
}
