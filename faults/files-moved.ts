import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openServer } from '#server/kernel/testing/own-postgres.ts'
import { startShop } from '#server/kernel/testing/running-shop.ts'
import { startCalling, summarise } from './callers.ts'
import { hashOf } from './kept-files.ts'
import { startProgram } from './programs.ts'
import type { Scenario } from './scenario.ts'
import { openStore } from './store.ts'
import { copyShop } from './template.ts'

const pictures = 600

export const filesMoved: Scenario = {
  name: 'files-moved',
  fault:
    'files move to a bucket while they are looked at and backed up; the mover is killed, and two',
  plain: true,
  async run() {
    const folders = copyShop()
    const store = await openStore()
    const place = mkdtempSync(path.join(tmpdir(), 'loadout-place-'))
    const folder = path.join(folders.files, 'files', 'images')
    const hashes = addPictures(folder)
    const server = await openServer(folders.database)
    const env = { DATABASE_URL: server.url, DATA_DIR: folders.files, ...store.env }
    const shop = await startShop(server.url, folders.files, { LOG_LEVEL: 'silent', ...store.env })
    const problems: string[] = []
    const move = () => startProgram('platform/files/command.ts', ['move'], env)
    /** Whether files that existed before are missing from the folder. */
    const moved = () => {
      const before = readdirSync(folder).length
      return () => readdirSync(folder).length < before
    }
    try {
      const calls = [...hashes.keys()].map((name) => ({ kind: 'picture', path: `/images/${name}` }))
      const calling = startCalling(shop.url, calls, 60)
      for (const ms of [0, 20, 60]) {
        const killed = move()
        await killed.working(moved(), ms)
        await killed.kill()
      }
      const backup = startProgram('platform/backups/command.ts', [place], env)
      const movers = [move(), move()]
      await movers[0]!.working(moved(), 0)
      store.proxy.cut()
      for (const { ended } of movers) {
        const { code, said } = await ended
        if (code !== 0 && !/already|cannot be reached|returned an error/.test(said))
          problems.push(`a mover ended with ${code}: ${told(said)}`)
      }
      let last = await move().ended
      for (let n = 0; last.code !== 0 && n < 3; n += 1) last = await move().ended
      if (last.code !== 0) problems.push(`the last mover failed: ${told(last.said)}`)
      const made = await backup.ended
      if (made.code === 0) problems.push(...missingIn(place, [...hashes.keys()]))
      else if (!made.said.includes('cannot be reached')) problems.push(`the backup: ${made.said}`)
      const answers = await calling.stop()
      const wrong = answers.filter(({ status }) => status !== 200 && status !== 503)
      if (wrong.length > 0) problems.push(`wrong answers: ${summarise(wrong)}`)
      let kept = 0
      for (const [name, hash] of hashes)
        if ((await hashOf(store.files, `images/${name}`)) === hash) kept += 1
      if (kept < pictures) problems.push(`${pictures - kept} pictures are lost`)
      const left = readdirSync(folder).length
      if (left > 0) problems.push(`${left} pictures are where they were`)
      return {
        callers: `${summarise(answers)}; the backup was ${made.code === 0 ? 'made' : 'not made'}`,
        kept: `${kept} of ${pictures} pictures`,
        problems,
      }
    } finally {
      await shop.stop('SIGKILL')
      await store.close()
      await server.stop('SIGQUIT')
      folders.remove()
      rmSync(place, { recursive: true, force: true })
    }
  },
}

/** Removes the progress, which varies. */
const told = (said: string) => said.replace(/^ {2}\d+ files?, .*\n/gm, '').slice(0, 600)

function addPictures(folder: string) {
  mkdirSync(folder, { recursive: true })
  const hashes = new Map<string, string>()
  for (let n = 0; n < pictures; n += 1) {
    const bytes = Buffer.alloc(60_000 + n, n)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const name = `${sha256.slice(0, 32)}-640.webp`
    writeFileSync(path.join(folder, name), bytes)
    hashes.set(name, sha256)
  }
  return hashes
}

function missingIn(place: string, names: string[]): string[] {
  const [backup] = readdirSync(place).filter((name) => !name.startsWith('.'))
  const manifest = JSON.parse(readFileSync(path.join(place, backup!, 'manifest.json'), 'utf8'))
  const there = new Set((manifest.files as { key: string }[]).map(({ key }) => key))
  const missing = names.filter((name) => !there.has(`images/${name}`))
  return missing.length > 0 ? [`${missing.length} pictures are not in the backup`] : []
}
