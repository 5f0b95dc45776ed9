import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/chromium.ts'

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A third would end a tenth sooner, and make every test that it runs beside half as slow again.
  workers: 2,
  // These limits end what hangs. A busy machine can take ten times as long as a quiet one.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  outputDir: 'test-results',
  use: {
    viewport: { width: 1440, height: 900 },
    // Recording every test would double the time that the browser needs: TRACE=on when hunting.
    trace: process.env.TRACE ? 'on' : 'off',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions,
  },
})
