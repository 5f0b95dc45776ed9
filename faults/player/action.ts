import type { Account, Group } from './group.ts'
import type { World } from './world.ts'

/** A moment in which an account of a group acts. */
export type Turn = {
  world: World
  group: Group
  account: Account
  /** Chooses among what the action offers: the same number, the same choice. */
  pick: <T>(options: readonly T[]) => T
}

/** Something that a customer, a bank or staff do. It does nothing where it is not possible. */
export type Action = {
  name: string
  /** How often it is chosen, compared with the others. */
  weight: number
  run(turn: Turn): Promise<unknown>
}

/**
 * An action in a sequence. `choices` is a number from which its choices follow, or in a sequence that
 * was written down the choices themselves: each an option, or the place of one.
 */
export type Step = { action: string; account: number; choices: number | readonly Choice[] }
export type Choice = string | number | boolean

/**
 * The events of a shop after the steps of its sequences. Queued jobs run before the clock moves and
 * after.
 */
export type Move = {
  hours: number
  /** The shop restarts before the clock moves, or is killed while it asks for money after that. */
  ends?: 'restarts' | 'killed before' | 'killed after' | undefined
}

/** A part of a sequence: the steps before a move. */
export type Round = Move & { steps: readonly Step[] }
