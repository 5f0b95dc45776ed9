import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** @typedef {{ passed: number, failed: number, failures: string[] }} Tally A failure is a name and a message. */

/**
 * What Vitest's JSON report counts; nothing when the run did not get so far.
 * @param {string} file
 * @returns {Tally}
 */
export function vitestTally(file) {
  const report = read(file)
  /**
   * @typedef {{ status: string, fullName: string, failureMessages: string[] }} Result
   * @type {{ name: string, status: string, message: string, assertionResults: Result[] }[]}
   */
  const files = report?.testResults ?? []
  const failures = files.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative('.', name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    // A file that cannot be loaded has failed without a test.
    if (status === 'failed' && failed.length === 0) return [failure(file, message)]
    return failed.map(({ fullName, failureMessages }) =>
      failure(`${file} › ${fullName}`, failureMessages[0]),
    )
  })
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, failures }
}

/**
 * What Playwright's JSON report counts. A test that passed at the second try has passed.
 * @param {string} file
 * @returns {Tally}
 */
export function playwrightTally(file) {
  const report = read(file)
  const { expected = 0, flaky = 0, unexpected = 0 } = report?.stats ?? {}
  const failures = failedSpecs(report?.suites ?? []).map(({ file, line, title, tests }) =>
    failure(`e2e/${file}:${line} › ${title}`, tests[0]?.results.at(-1)?.error?.message),
  )
  return { passed: expected + flaky, failed: unexpected, failures }
}

/**
 * Keeps the message short, because it is shown at the end of a long output.
 * @param {string} name
 * @param {string} [message]
 */
function failure(name, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() && !/node_modules|node:internal/.test(line))
    .slice(0, 12)
  return [name, ...lines.map((line) => `      ${line.slice(0, 200)}`)].join('\n')
}

/**
 * @typedef {{ results: { error?: { message?: string } }[] }} Test
 * @typedef {{ file: string, line: number, title: string, ok: boolean, tests: Test[] }} Spec
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
