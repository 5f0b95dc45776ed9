/**
 * `npm run browsers` plays the main journeys in Chromium, Firefox and WebKit, with their
 * back/forward caches, in all engines that are installed. Arguments after `--` select engines: `--
 * webkit`.
 */
import { parseArgs } from 'node:util'
import { giveUp, run } from '#bin/steps.js'
import { engineNames, engines } from './engines.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.find((word) => !engineNames.some((name) => name === word))
if (unknown) giveUp(`There is no engine ${unknown}. Choose from ${engineNames.join(', ')}.`)

const wanted = engineNames.filter((name) => positionals.length === 0 || positionals.includes(name))
const found: string[] = []
for (const name of wanted) {
  const engine = await engines[name]()
  if ('missing' in engine) console.log(`  - ${name.padEnd(10)} skipped: ${engine.missing}`)
  else found.push(name)
}
if (found.length === 0) giveUp('None of the engines is installed, so no journey was played.')
console.log(`  Playing the journeys in ${found.join(', ')}.`)
const projects = found.map((name) => `--project=${name}`)
try {
  await run('playwright', ['test', '--config', 'e2e/browsers', ...projects], { show: true })
} catch (error) {
  giveUp(error)
}
