import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './server/kernel/testing/longest-first.ts'

export default defineConfig({
  test: {
    // Files share the modules of their worker: no test replaces one, and loading them takes half the time.
    isolate: false,
    // One more than there are cores: a third of what tests take is waiting, for retries and processes.
    // Beside the browser's tests `npm test` takes one less.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    include: ['{bin,bench,contract,db,demo,faults,sandbox,server,web}/**/*.test.{js,ts,tsx}'],
    globalSetup: './server/kernel/testing/vitest-setup.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes in its time on a busy machine, too.
    expect: { poll: { timeout: 20_000 } },
  },
})
