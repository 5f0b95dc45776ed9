/** `npm run files` counts the shop's files. `-- move` moves those that are in the wrong place. */
import { parseArgs } from 'node:util'
import { openStorages } from '#server/adapters/storage/open.ts'
import { everyFile, type Storage } from '#server/adapters/storage/storage.ts'
import { runCommand } from '#server/kernel/commands/command.ts'
import { dataDirOf } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import { aloneAtMoving } from './alone.ts'
import { moveFiles } from './move.ts'

type Place = 'folder' | 's3'
const nameOf = { folder: 'the data folder', s3: 'the bucket' }
const other = { folder: 's3', s3: 'folder' } as const

function readArguments() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [verb = 'count', ...rest] = positionals
  if (!['count', 'move'].includes(verb) || rest.length > 0) {
    throw new StartError('Usage: npm run files, or npm run files -- move.')
  }
  return verb
}

await runCommand(readArguments, async (_db, verb, config, url) => {
  const { present, former } = await openStorages(config, dataDirOf(config))
  try {
    if (verb === 'count') return await count(present, former, config.filesIn)
    if (!former) throw new StartError('All files are in the data folder. Set S3_URL to move them.')
    return await aloneAtMoving(url, () => move(present, former, config.filesIn))
  } finally {
    present.close()
    former?.close()
  }
})

async function count(present: Storage, former: Storage | null, place: Place) {
  const lines = [`${await countIn(present)} in ${nameOf[place]}, where new ones are stored.`]
  if (former) {
    lines.push(
      `${await countIn(former)} in ${nameOf[other[place]]}. Run npm run files -- move to move them.`,
    )
  }
  return lines.join('\n')
}

async function countIn(storage: Storage) {
  let files = 0
  let bytes = 0
  for await (const { size } of everyFile(storage)) {
    files += 1
    bytes += size
  }
  return sizeOf(files, bytes)
}

async function move(to: Storage, from: Storage, place: Place) {
  let reported = performance.now()
  const { moved, bytes, there, different } = await moveFiles(from, to, (now) => {
    if (performance.now() - reported < 1000) return
    reported = performance.now()
    process.stderr.write(`  ${sizeOf(now.moved, now.bytes)}\n`)
  })
  const lines = [
    `${sizeOf(moved, bytes)} moved to ${nameOf[place]} and verified${there ? `; ${there} were already there` : ''}.`,
  ]
  if (different.length > 0) {
    process.exitCode = 1
    lines.push(
      `${different.length} exist in both and differ, so they were not moved. The shop uses those in ${nameOf[place]}. ${different.slice(0, 10).join(', ')}`,
    )
  }
  return lines.join('\n')
}

function sizeOf(files: number, bytes: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'}, ${(bytes / 1e6).toFixed(1)} MB`
}
