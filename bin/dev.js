/** `npm run dev` runs the shop and restarts it when its sources change. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { installMissing } from './install.js'
import { endWithParent } from './parent.js'
import { underProjectNode } from './project-node.js'
import { giveUp, root } from './steps.js'
import { answerHelp, readOptions } from './usage.js'

answerHelp('bin/dev.js')
readOptions({})

// The server and Vite must load the same build of React Router, and Vite takes this one.
const conditions = ['--conditions=development']

endWithParent()
try {
  await installMissing()
  await underProjectNode()
  // Held from here, the database goes on while the server restarts.
  const database = process.env.DATABASE_URL ? undefined : await startDatabase()
  const server = spawn(
    process.execPath,
    [...conditions, '--watch', '--watch-preserve-output', 'server/main.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, LOADOUT_DEV: '1' },
    },
  )
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => server.kill(signal))
  }
  const [code] = await once(server, 'exit')
  await database?.stop()
  process.exit(code ?? 0)
} catch (error) {
  giveUp(error)
}

async function startDatabase() {
  const { startPostgres } = await import('#server/kernel/postgres/postgres.ts')
  const dataDir = process.env.DATA_DIR || undefined
  return startPostgres({ dataDir, log: (sentence) => console.log(`  ${sentence}`) })
}
