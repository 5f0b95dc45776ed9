import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A key that lives in a file of its own, readable by its owner alone, and is made when there is none. */
export async function keptOrMade(path: string, make: () => string | Buffer): Promise<string> {
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (kept !== undefined) return kept
  const temporary = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(temporary, make(), { mode: 0o600, flush: true })
  try {
    // Unlike a rename, a link never replaces: of processes that start at once, one wins.
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary)
  }
  return readFile(path, 'utf8')
}
