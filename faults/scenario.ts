/** What callers saw during a fault, and whether the shop kept its promises to them. */
export type Outcome = {
  /** Statuses, hangs and resets, as callers saw them. */
  callers: string
  /** What was acknowledged and is there afterwards, such as `40 of 40`. */
  kept: string
  /** What should not have been, each in a sentence. None: the scenario is passed. */
  problems: string[]
}

/** What this machine lacks for the scenario, such as `pgbouncer is not installed`. */
export type Skipped = { skipped: string }

export type Scenario = {
  /** By which it is chosen; the first word is that of its group. */
  name: string
  /** What is done to the shop. */
  fault: string
  /** Set when one product is enough, which is made sooner than the furnished demo shop. */
  plain?: true
  /** Set when it takes minutes: it is then played only when it is named. */
  long?: true
  run(): Promise<Outcome | Skipped>
}
