import { defineConfig } from '@playwright/test'
import { type EngineName, engineNames } from './engines.ts'

/** The main journeys in every installed engine, run by `npm run browsers`. */
export default defineConfig<object, { engine: EngineName }>({
  testDir: '.',
  testMatch: 'journeys.ts',
  globalSetup: '../setup.ts',
  forbidOnly: Boolean(process.env.CI),
  workers: 1,
  timeout: 120_000,
  reporter: 'list',
  outputDir: '../../test-results/browsers',
  projects: engineNames.map((engine) => ({ name: engine, use: { engine } })),
})
