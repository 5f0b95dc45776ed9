/**
 * `npm run faults` injects faults into the database, the mail server, the providers and the process
 * of a running shop, on this machine. It prints the responses that callers received and the data
 * that survived. It exits with code 1 if a scenario fails. A scenario is skipped if the machine
 * lacks a requirement. Arguments after `--` select scenarios by name prefix: `npm run faults --
 * database process-killed`. `money`, `card-broken` and `disputes-broken` take
 * minutes and run only if named. For `money`, a number sets how many orders it places: `npm run
 * faults -- money 300`. `player` also runs only if named, with a number of sequences and their
 * seed: `npm run faults -- player 1000 1`.
 */
import { parseArgs } from 'node:util'
import { backupBroken } from './backup-broken.ts'
import { cardBroken } from './card-broken.ts'
import { databaseAway } from './database-away.ts'
import { databaseConnections } from './database-connections.ts'
import { databaseCut } from './database-cut.ts'
import { databaseDiskFull } from './database-disk-full.ts'
import { databaseFailover } from './database-failover.ts'
import { databaseFrozen } from './database-frozen.ts'
import { databaseHaproxy } from './database-haproxy.ts'
import { databasePooler } from './database-pooler.ts'
import { databaseRestarted } from './database-restarted.ts'
import { databaseSlow } from './database-slow.ts'
import { disputesBroken } from './disputes-broken.ts'
import { documentsKilled } from './documents-killed.ts'
import { filesAway } from './files-away.ts'
import { filesKilled } from './files-killed.ts'
import { filesMoved } from './files-moved.ts'
import { mailAway } from './mail-away.ts'
import { mailHangs } from './mail-hangs.ts'
import { money } from './money/money.ts'
import { monthsTurned } from './months-turned.ts'
import { player } from './player/player.ts'
import { processKilled } from './process-killed.ts'
import { processStopped } from './process-stopped.ts'
import { processesFrozen } from './processes-frozen.ts'
import { processesTwo } from './processes-two.ts'
import { providerAway } from './provider-away.ts'
import { providerHangs } from './provider-hangs.ts'
import type { Scenario } from './scenario.ts'
import { setupBroken } from './setup-broken.ts'
import { printOutcome } from './table.ts'
import { prepareShop } from './template.ts'

const scenarios: Scenario[] = [
  databaseRestarted,
  databaseAway,
  databaseCut,
  databaseFrozen,
  databaseFailover,
  databaseHaproxy,
  databasePooler,
  databaseConnections,
  databaseSlow,
  databaseDiskFull,
  processKilled,
  cardBroken,
  disputesBroken,
  documentsKilled,
  processStopped,
  processesTwo,
  processesFrozen,
  providerAway,
  providerHangs,
  mailAway,
  mailHangs,
  monthsTurned,
  filesAway,
  filesKilled,
  filesMoved,
  backupBroken,
  setupBroken,
  money,
  player,
]

const { positionals: words } = parseArgs({ allowPositionals: true })
const chosen = scenarios.filter(({ name, long }) =>
  words.length === 0 ? !long : words.some((word) => name.startsWith(word)),
)
if (chosen.length === 0) {
  console.error(`There is no such scenario. There are: ${scenarios.map((s) => s.name).join(', ')}.`)
  process.exit(1)
}

const furnished = chosen.some(({ plain }) => !plain)
const clearTemplate = await prepareShop({ furnished })
let failed = 0
try {
  for (const scenario of chosen) {
    const outcome = await scenario.run().catch((error) => ({
      callers: '-',
      kept: '-',
      problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
    }))
    if ('problems' in outcome && outcome.problems.length > 0) failed += 1
    printOutcome(scenario, outcome)
  }
} finally {
  await clearTemplate()
}
console.log(failed === 0 ? 'All passed.' : `${failed} of ${chosen.length} not passed.`)
process.exit(failed === 0 ? 0 : 1)
