import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './server/kernel/testing/longest-first.ts'

export default defineConfig({
  test: {
    // Files share the modules of their worker, as loading them takes half the time. A test that
    // needs fresh modules resets them.
    isolate: false,
    // Tests wait for retries and processes a third of their time, so one more than the cores run.
    // Alongside the browser tests `npm test` uses one less.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    unstubGlobals: true,
    globalSetup: './server/kernel/testing/vitest-setup.ts',
    // These limits end what hangs. A busy machine can take ten times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    tags: [{ name: 'exhaustive', description: 'Runs only in `npm run test:all`.' }],
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['{bin,bench,clients,contract,db,demo,faults,sandbox,server}/**/*.test.{js,ts}'],
          // Node reads TypeScript itself, as it does for the shop: a quarter less work than by Vite.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
