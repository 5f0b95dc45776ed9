import { writeFileSync } from 'node:fs'
import { buildWeb } from './build.js'
import { complete } from './complete.js'

// The last step that writes into an image: see the Dockerfile.
await buildWeb()
writeFileSync(complete, '')
