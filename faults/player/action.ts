import type { Account, Group } from './group.ts'
import type { World } from './world.ts'

/** A moment in which an account of a group acts. */
export type Turn = {
  world: World
  group: Group
  account: Account
  /** Chooses one of the options. The choices of a step decide which, so a replay chooses the same. */
  pick: <T>(options: readonly T[]) => T
}

/** Something that a customer, a bank or staff can do. If it is impossible now, it does nothing. */
export type Action = {
  name: string
  /** How often it is chosen, relative to the other actions. */
  weight: number
  run(turn: Turn): Promise<unknown>
}

/**
 * An action in a sequence. `choices` is the seed of its choices. In a sequence written by hand it is the
 * choices themselves: each is an option or the index of one.
 */
export type Step = {
  action: string
  account: number
  choices: number | readonly Choice[]
  /** Runs at the same time as the step before it. */
  together?: boolean
}
export type Choice = string | number | boolean

/**
 * The clock moves after the steps of a round. Queued jobs run before and after
 * that, and scheduled jobs run after a move of more than a pause.
 */
export type Move = {
  minutes: number
  /** The shop restarts before the clock moves, or is killed after that, during a call that moves money. */
  ends?: 'restarts' | 'killed before' | 'killed after' | undefined
  /** An incident of all products lasts for these hours, and staff confirm its compensation. */
  incident?: boolean
  /** Staff change the prices of the first product to the first prices times this. */
  factor?: number | undefined
  /** The exchange rates of coins, as a factor of the first ones. */
  rate?: number | undefined
}

/** The longest move, in minutes, that is only a pause between the actions of a customer. */
export const longestPause = 20

/** A part of a sequence: steps, and then a move. */
export type Round = Move & { steps: readonly Step[] }
