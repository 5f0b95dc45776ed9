/**
 * `npm start` runs the shop, with what it needs in place. Settings are environment variables: see
 * docs/operating/configure.md.
 */
import module from 'node:module'
import path from 'node:path'
import { buildWeb } from './build.js'
import { installMissing } from './install.js'
import { endWithParent } from './parent.js'
import { underProjectNode } from './project-node.js'
import { giveUp, root } from './steps.js'
import { becomeServer } from './thrift.js'
import { answerHelp, readOptions } from './usage.js'

answerHelp('bin/start.js')
readOptions({})

// For the time that the server tells; under another Node the first process counts.
process.env.LOADOUT_STARTED_AT ??= String(Math.round(performance.timeOrigin))
endWithParent()
try {
  await installMissing()
  await underProjectNode()
  // A setting that is wrong is told before the minute that a build takes.
  await buildWeb(async () => void (await (await import('#server/shop/preflight.ts')).preflight()))
} catch (error) {
  giveUp(error)
}
becomeServer()
module.enableCompileCache(path.join(root, 'node_modules', '.cache', 'node'))
await import('#server/main.ts')
