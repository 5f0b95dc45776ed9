import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '#server/kernel/config/start-error.ts'

/** Reads the key, or creates its file for the owner only. Throws a StartError if neither works. */
export async function keptOrMade(path: string, make: () => string | Buffer): Promise<string> {
  try {
    return (await findKept(path)) ?? (await makeKept(path, make()))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code) throw error
    throw new StartError(
      `The key in ${path} can be neither read nor created (${code}). Check that the shop has access to this folder and that its disk has space.`,
    )
  }
}

async function findKept(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function makeKept(path: string, key: string | Buffer): Promise<string> {
  const temporary = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    await writeFile(temporary, key, { mode: 0o600, flush: true })
    // Unlike a rename, a link never replaces a file: if several processes start at once, one wins.
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
  return readFile(path, 'utf8')
}
