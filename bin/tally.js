import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{ passed: number, failed: number, names: string[] }} Tally The names are those of failed tests. */

/**
 * What Vitest's JSON report counts; nothing when the run did not get so far.
 * @param {string} file
 * @returns {Tally}
 */
export function vitestTally(file) {
  const report = read(file)
  /** @type {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }[]} */
  const files = report?.testResults ?? []
  const names = files.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative('.', name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    // A file that cannot be loaded has failed without a test.
    if (status === 'failed' && failed.length === 0) return [file]
    return failed.map(({ fullName }) => `${file} › ${fullName}`)
  })
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, names }
}

/**
 * What Playwright's JSON report counts. A test that passed at the second try has passed.
 * @param {string} file
 * @returns {Tally}
 */
export function playwrightTally(file) {
  const report = read(file)
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  const names = failedSpecs(report?.suites ?? []).map(
    ({ file, line, title }) => `e2e/${file}:${line} › ${title}`,
  )
  return { passed: expected + flaky, failed: unexpected, names }
}

/**
 * @typedef {{ file: string, line: number, title: string, ok: boolean }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {Suite[]} suites
 * @returns {Spec[]}
 */
function failedSpecs(suites) {
  return suites.flatMap(({ specs = [], suites = [] }) => [
    ...specs.filter(({ ok }) => !ok),
    ...failedSpecs(suites),
  ])
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
