import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Tally */

/**
 * What Vitest's JSON report counts; nothing when the run did not get so far.
 * @param {string} file
 * @returns {Tally}
 */
export function vitestTally(file) {
  const report = read(file)
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 }
}

/**
 * What Playwright's JSON report counts. A test that passed at the second try has passed.
 * @param {string} file
 * @returns {Tally}
 */
export function playwrightTally(file) {
  const stats = read(file)?.stats
  return { passed: (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed: stats?.unexpected ?? 0 }
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
