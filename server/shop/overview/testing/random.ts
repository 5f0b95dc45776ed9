/** Returns the same numbers for the same seed, so that a failure can be reproduced. */
export function randomFrom(seed: number) {
  let state = seed
  /** Returns an integer from 0 to below the limit. */
  function below(limit: number): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  return { below, pick: <T>(options: readonly T[]): T => options[below(options.length)]! }
}
