/**
 * The responses that callers saw during a fault, and whether the shop kept its promises to them.
 */
export type Outcome = {
  /** Statuses, hangs and resets, as callers saw them. */
  callers: string
  /** The acknowledged data that still exists afterwards, such as `40 of 40`. */
  kept: string
  /** A sentence per problem. If there are none, the scenario has passed. */
  problems: string[]
}

/** The missing requirement on this machine, such as `pgbouncer is not installed`. */
export type Skipped = { skipped: string }

export type Scenario = {
  /** Selects the scenario. The first word is the name of its group. */
  name: string
  /** A description of the fault. */
  fault: string
  /** Set if one product is enough. Such a shop is created faster than the full demo shop. */
  plain?: true
  /** Set if it takes minutes. It then runs only if named. */
  long?: true
  run(): Promise<Outcome | Skipped>
}
