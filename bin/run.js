import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWeb } from './build.js'
import { installMissing } from './install.js'
import { needsWeb } from './needs-web.js'
import { underProjectNode } from './project-node.js'
import { giveUp, root } from './steps.js'
import { answerHelp, isUnreadable } from './usage.js'

// Runs one of the project's programs, named by its path, with all that it needs in place.
const program = process.argv[2] ?? ''
answerHelp(program)
try {
  await installMissing()
  await underProjectNode()
  if (needsWeb(program)) await buildWeb()
} catch (error) {
  giveUp(error)
}
process.argv.splice(2, 1)
try {
  await import(pathToFileURL(path.join(root, program)).href)
} catch (error) {
  if (!isUnreadable(error)) throw error
  giveUp(error)
}
