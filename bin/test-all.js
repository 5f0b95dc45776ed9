/**
 * `npm run test:all` runs everything that `npm test` runs, and the tests that are tagged
 * `exhaustive`: more states of the same pages and loaders in other languages. `--shard=1/4` after
 * `--` runs a quarter of the tests.
 */
import { answerHelp } from './usage.js'

answerHelp('bin/test-all.js')
process.argv.splice(2, 0, '--all')
await import('./test.js')
