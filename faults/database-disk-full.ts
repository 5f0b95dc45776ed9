import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Scenario, Skipped } from './scenario.ts'
import { playFault } from './stage.ts'

export const databaseDiskFull: Scenario = {
  name: 'database-disk-full',
  fault: 'the disk of the database and the files is full for 10 seconds (tmpfs)',
  plain: true,
  async run() {
    const disk = mountSmallDisk()
    if (typeof disk !== 'string') return disk
    const filler = path.join(disk, 'filler')
    try {
      // The provider's stand-in writes to the same disk and fails with it. The shop then responds
      // with 502.
      const stage = { folder: path.join(disk, 'shop'), allowed: [502, 503] }
      return await playFault(stage, async () => {
        const { bavail, bsize } = statfsSync(disk)
        fill(filler, bavail * bsize)
        await delay(10_000)
        rmSync(filler)
      })
    } finally {
      execFileSync('umount', [disk])
      rmSync(disk, { recursive: true })
    }
  },
}

function mountSmallDisk(): string | Skipped {
  const disk = mkdtempSync(path.join(tmpdir(), 'loadout-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m,mode=755', 'tmpfs', disk], {
      stdio: 'ignore',
    })
    mkdirSync(path.join(disk, 'shop'), { mode: 0o711 })
    return disk
  } catch {
    rmSync(disk, { recursive: true })
    return { skipped: 'a small disk cannot be mounted here (that takes root)' }
  }
}

function fill(file: string, bytes: number) {
  const block = Buffer.alloc(1024 * 1024)
  try {
    for (let written = 0; written <= bytes; written += block.length) {
      writeFileSync(file, block, { flag: 'a' })
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
