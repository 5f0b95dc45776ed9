import * as z from 'zod'

const whole = (most: number) => z.coerce.number().int().min(1).max(most)

/** How far to move the clock: by so long, or to the next charge or end of a subscription. */
export const move = z.union([
  z.strictObject({ seconds: whole(86_400 * 3660) }),
  z.strictObject({ days: whole(3660) }),
  z.strictObject({ months: whole(120) }),
  z.strictObject({ to: z.literal('renewal') }),
])
export type Move = z.infer<typeof move>

/** Moves the clock of the shop and of its stand-ins; resolves to how far it is ahead then. */
export type Mover = (move: Move) => Promise<number>

/** Says why the clock stays where it is, to whoever asked. */
export class ClockStays extends Error {}

/** What the shop knows of the stand-ins' clock. The shop's database has it: they only follow. */
export type SandboxClock = {
  /**
   * Sets it, in milliseconds ahead of the machine's, lets happen what became due and waits until
   * the shop was told.
   */
  setClock(ahead: number): Promise<void>
  /** Who moves the clock when somebody asks the sandbox to. */
  onMove(mover: Mover): void
}
