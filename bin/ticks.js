import { executionAsyncResource } from 'node:async_hooks'

/** @type {object[]} */
const kept = []

/**
 * Keeps one of the objects that Node makes for each call of `process.nextTick`. The engine makes them
 * fast by a shape that it learned; a full collection that meets none alive forgets the shape, and from
 * then on each takes the slow way, which is a tenth of what a kept answer costs. See
 * docs/decisions/fast-path.md.
 */
export function keepTicksFast() {
  process.nextTick(() => kept.push(executionAsyncResource()))
}
