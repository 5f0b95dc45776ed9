/**
 * `npm test` checks types, style and what is unused, and runs the tests of the API and of the pages.
 * Words after `--` are parts of file names: `npm test -- server/selling/orders` runs only Vitest's
 * tests in these files.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { buildWeb } from './build.js'
import { requireChromium } from './chromium.js'
import { installMissing } from './install.js'
import { underProjectNode } from './project-node.js'
import { report, run, step } from './steps.js'
import { playwrightTally, vitestTally } from './tally.js'
import { answerHelp, readOptions } from './usage.js'

answerHelp('bin/test.js')

const { values: options, positionals: filter } = readOptions({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, shard: { type: 'string' } },
})
const shard = options.shard ? [`--shard=${options.shard}`] : []

let passing = await check(async () => {
  await installMissing()
  await underProjectNode()
})

/** Of steps that share the terminal: in a line when it is done. */
const told = { shows: true }

const reports = mkdtempSync(path.join(tmpdir(), 'loadout-reports-'))
const unitReport = path.join(reports, 'unit.json')
const browserReport = path.join(reports, 'browser.json')

if (filter.length === 0) {
  passing &&= await check(requireChromium)
  passing &&= await checkAtOnce([
    () => step('types', checkTypes, told),
    () => step('lint', () => run('biome', ['check']), told),
    () => step('unused', () => run('knip', []), told),
    // Some tests of the API start whole processes, which serve the pages too.
    buildWeb,
  ])
}
if (passing && filter.length === 0) {
  // Each waits a part of its time, and has a part in which one core is enough.
  const unit = step('unit and API', () => runVitest(availableParallelism()), { shows: true })
  passing = await checkAtOnce([
    () => unit,
    () => step('browser', () => runPlaywright(unit), { shows: true }),
  ])
} else if (passing) {
  passing = await check(() => step('unit and API', () => runVitest(), { shows: true }))
}

const tallies = [vitestTally(unitReport), playwrightTally(browserReport)]
rmSync(reports, { recursive: true })
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
for (const failure of tallies.flatMap((tally) => tally.failures)) console.log(`  ✗ ${failure}`)
// What fails outside a test, a type or a hook for example, is a failure too.
console.log(`${passed} passed, ${passing ? failed : Math.max(failed, 1)} failed`)
process.exit(passing ? 0 : 1)

async function checkTypes() {
  await run('react-router', ['typegen'])
  await run('tsc', ['--noEmit'])
}

/** @param {number} [workers] Beside the browser; what Vitest is configured for when left out. */
function runVitest(workers) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]
  const limit = workers ? [`--maxWorkers=${workers}`] : []
  const tags = options.all || filter.length > 0 ? [] : ['--tags-filter=!exhaustive']
  return run('vitest', ['run', ...reporters, ...limit, ...tags, ...shard, ...filter], {
    show: true,
    env: options.all ? { TEST_ALL: '1' } : {},
  })
}

/** @param {Promise<unknown>} others What has the terminal until then. */
async function runPlaywright(others) {
  const env = { CHROMIUM_PATH: await requireChromium(), PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport }
  const tags = options.all ? [] : ['--grep-invert=@exhaustive']
  return run('playwright', ['test', '--reporter=list,json', ...tags, ...shard], {
    showAfter: others,
    env,
  })
}

/** @param {(() => Promise<unknown>)[]} works */
async function checkAtOnce(works) {
  return (await Promise.all(works.map(check))).every(Boolean)
}

/** @param {() => Promise<unknown>} work */
async function check(work) {
  try {
    await work()
    return true
  } catch (error) {
    report(error)
    return false
  }
}
