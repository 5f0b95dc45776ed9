import type { Outcome, Scenario, Skipped } from './scenario.ts'

/** Prints the result of a scenario as a row. */
export function printOutcome({ name, fault }: Scenario, outcome: Outcome | Skipped) {
  if ('skipped' in outcome) {
    return console.log(`- ${name.padEnd(24)} ${fault}\n    skipped: ${outcome.skipped}\n`)
  }
  const { callers, kept, problems } = outcome
  console.log(`${problems.length === 0 ? '✓' : '✗'} ${name.padEnd(24)} ${fault}`)
  console.log(`    callers saw: ${callers}`)
  console.log(`    kept:        ${kept}`)
  for (const problem of problems) console.log(`    problem:     ${problem}`)
  console.log('')
}
