/** `npm run loader-vectors`: rewrites docs/loader-vectors.json. */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { loaderVectors } from './vectors.ts'

parseArgs({})
const file = new URL('../../../../docs/loader-vectors.json', import.meta.url)
await writeFile(file, `${JSON.stringify(loaderVectors(), null, 2)}\n`)
