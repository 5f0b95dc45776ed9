import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWeb } from './build.js'
import { installMissing } from './install.js'
import { needsWeb } from './needs-web.js'
import { underProjectNode } from './project-node.js'
import { giveUp, root } from './steps.js'

// Runs one of the project's programs, named by its path, with all that it needs in place.
try {
  await installMissing()
  await underProjectNode()
  if (needsWeb(process.argv[2] ?? '')) await buildWeb()
} catch (error) {
  giveUp(error)
}
const [program = ''] = process.argv.splice(2, 1)
await import(pathToFileURL(path.join(root, program)).href)
