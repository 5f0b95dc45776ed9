import { setTimeout as delay } from 'node:timers/promises'

type Patience = {
  /** How long it looks, in milliseconds. */
  within?: number
  /** How long it waits before it looks again, in milliseconds. */
  every?: number
}

/** Waits until it is so; resolves to whether it came to that. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { within = 40_000, every = 100 }: Patience = {},
): Promise<boolean> {
  for (const end = performance.now() + within; performance.now() < end; await delay(every))
    if (await isSo()) return true
  return false
}

/** Waits until there are none; resolves to those that are left. */
export async function untilNone<T>(list: () => Promise<T[]>, patience: Patience): Promise<T[]> {
  let left: T[] = []
  await until(async () => {
    left = await list()
    return left.length === 0
  }, patience)
  return left
}
