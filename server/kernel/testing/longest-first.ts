import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What takes longest, longest first. A file that is gone from here, or from the tree, does no harm. */
const longest = [
  'faults/money/money.test.ts',
  'demo/client/clients.test.ts',
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
 * Begins with the long files, that no worker ends alone. On a machine that has not run them before
 * Vitest knows no more than how large a file is.
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
