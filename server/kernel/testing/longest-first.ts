import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest test files, slowest first. An entry for a missing file does no harm. */
const longest = [
  'faults/money/money.test.ts',
  'clients/clients.test.ts',
  'server/kernel/http/fuzz.test.ts',
  'server/kernel/http/fuzz-states.test.ts',
  'server/platform/backups/back-up.test.ts',
  'server/people/campaigns/restart.test.ts',
  'demo/client/kit/kit.test.ts',
  'server/selling/renewals/year.test.ts',
  'server/shop/setup-command.test.ts',
  'server/platform/taxes/companies.test.ts',
  'server/platform/services/set.test.ts',
  'server/kernel/postgres/postgres.test.ts',
  'server/kernel/jobs/jobs.test.ts',
  'server/platform/health/tell-problems.test.ts',
  'server/selling/disputes/property.test.ts',
  'demo/client/main.test.ts',
  'server/platform/files/move.test.ts',
  'server/shop/sandbox/sandbox-process.test.ts',
]

/** Otherwise one worker ends up with a slow file alone: a new machine only knows file sizes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
      return found === -1 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
