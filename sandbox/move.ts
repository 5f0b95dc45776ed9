import * as z from 'zod'

const whole = (most: number) => z.coerce.number().int().min(1).max(most)

/** How far to move the clock: by a duration, or to the next charge or end of a subscription. */
export const move = z.union([
  z.strictObject({ seconds: whole(86_400 * 3660) }),
  z.strictObject({ days: whole(3660) }),
  z.strictObject({ months: whole(120) }),
  z.strictObject({ to: z.literal('renewal') }),
])
export type Move = z.infer<typeof move>

/** Moves the clock of the shop and its stand-ins. Resolves to the new offset. */
export type Mover = (move: Move) => Promise<number>

/** The reason why the clock cannot be moved, for the caller. */
export class ClockStays extends Error {}

/**
 * The stand-ins' clock as the shop uses it. The shop's database stores the time, and the stand-ins
 * follow it.
 */
export type SandboxClock = {
  /**
   * Sets the offset from the machine's clock in milliseconds, performs everything that is due, and
   * waits until the webhooks are delivered.
   */
  setClock(ahead: number): Promise<void>
  /** Registers the function that moves the clock when the sandbox is asked to. */
  onMove(mover: Mover): void
}
