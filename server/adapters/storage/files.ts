import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { checkKey, isKey, type Storage, type StoredFile } from './storage.ts'

/** No upload takes that long, so the process that wrote the partial file has died. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

/** Customers' loaders must not be readable by other users of this machine. */
const ownFolder = 0o700
const ownFile = 0o600

/** Several processes may share the folder. If it is not `ours` alone, its permissions stay. */
export async function openFileStorage(root: string, { ours = true } = {}): Promise<Storage> {
  // No key begins with a dot, so this folder cannot collide with one.
  const partial = join(root, '.partial')
  try {
    await mkdir(partial, { recursive: true, mode: ownFolder })
    // A folder that already existed may have wider permissions.
    if (ours) await chmod(root, ownFolder)
    await removeAbandoned(partial)
  } catch (error) {
    throw troubleOf(error, root)
  }
  const pathOf = (key: string) => join(root, checkKey(key))

  return {
    async put(key, body) {
      const target = pathOf(key)
      const temporary = join(partial, randomUUID())
      try {
        await writeFile(temporary, body, { flag: 'wx', flush: true, mode: ownFile })
        await mkdir(dirname(target), { recursive: true, mode: ownFolder })
        await rename(temporary, target)
        await syncFolder(dirname(target))
      } catch (error) {
        await rm(temporary, { force: true })
        throw troubleOf(error, root)
      }
    },

    async get(key, range) {
      const handle = await orNull(open(pathOf(key), constants.O_RDONLY))
      if (!handle) return null
      const { size } = await handle.stat()
      return { stream: handle.createReadStream(range), size }
    },

    async stat(key) {
      const found = await orNull(stat(pathOf(key)))
      return found && { size: found.size }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true })
    },

    async list(prefix, { after = '', limit }) {
      const found: StoredFile[] = []
      for await (const key of keysBelow(root, '', { prefix, after })) {
        const file = await orNull(stat(join(root, key)))
        if (file) found.push({ key, size: file.size })
        if (found.length === limit) break
      }
      return found
    },

    addressOf: async () => null,
    close() {},
  }
}

async function* keysBelow(
  root: string,
  folder: string,
  asked: { prefix: string; after: string },
): AsyncIterable<string> {
  const { prefix, after } = asked
  const entries = await orNull(readdir(join(root, folder), { withFileTypes: true }))
  const names = (entries ?? [])
    // A folder of another program, such as a disk's `lost+found`, may not even be readable.
    .filter(({ name }) => isKey(name))
    // A folder sorts like its keys: by the slash after its name.
    .map((entry) => folder + (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .sort((a, b) => (a < b ? -1 : 1))
  for (const name of names) {
    if (name.endsWith('/')) {
      const within = name.startsWith(prefix) || prefix.startsWith(name)
      if (within && (name > after || after.startsWith(name))) yield* keysBelow(root, name, asked)
    } else if (name.startsWith(prefix) && name > after) yield name
  }
}

/** Converts errors of the disk. Errors of the file's source stay unchanged. */
function troubleOf(error: unknown, root: string): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const sentence = `The disk of ${root} is full. Free up space.`
    return new FilesTrouble(sentence, { full: true, cause: error })
  }
  const unusable = ['EACCES', 'EROFS', 'EIO', 'EPERM', 'ENOTDIR', 'EEXIST']
  if (unusable.includes(code) && path?.startsWith(root)) {
    return new FilesTrouble(`${root} is not writable (${code}). Check its disk and permissions.`, {
      cause: error,
    })
  }
  return error
}

/** Makes a rename survive a power failure: the name is part of the folder, not of the file. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await orNull(stat(path))
    if (found && clock.machine() - found.mtimeMs > abandonedAfterMs) await rm(path, { force: true })
  }
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
