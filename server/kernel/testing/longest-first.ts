import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, slowest first. An entry for a missing file does no harm. */
const longest = [
  'faults/money/money.test.ts',
  'clients/clients.test.ts',
  'server/kernel/fuzz.test.ts',
  'server/kernel/fuzz-states.test.ts',
  'server/backups/back-up.test.ts',
  'server/campaigns/restart.test.ts',
  'demo/client/kit/kit.test.ts',
  'server/renewals/year.test.ts',
  'server/setup/command.test.ts',
  'server/taxes/companies.test.ts',
  'server/services/set.test.ts',
  'server/kernel/postgres/postgres.test.ts',
  'server/kernel/jobs.test.ts',
  'server/health/tell-problems.test.ts',
  'server/disputes/property.test.ts',
  'demo/client/main.test.ts',
  'server/files/move.test.ts',
  'server/shop/sandbox-process.test.ts',
]

/**
 * Starts with the slow files, so that no worker ends up running one alone. On a new machine Vitest
 * only knows the size of a file.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found === -1 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
