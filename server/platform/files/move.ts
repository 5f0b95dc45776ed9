import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { everyFile, type Storage } from '#server/adapters/storage/storage.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'

export type Moved = {
  moved: number
  bytes: number
  /** Files that an earlier run had moved already. */
  there: number
  /** Files with the same name and different content. Both were left in place. */
  different: string[]
}

const atOnce = 6

/** Deletes a file only after reading its bytes back, so a move can be stopped and restarted. */
export async function moveFiles(
  from: Storage,
  to: Storage,
  onProgress: (moved: Moved) => void = () => {},
): Promise<Moved> {
  const moved: Moved = { moved: 0, bytes: 0, there: 0, different: [] }
  const files = everyFile(from)[Symbol.asyncIterator]()
  async function work() {
    for (;;) {
      const { value: file, done } = await files.next()
      if (done) return
      await moveOne(from, to, file.key, moved)
      onProgress(moved)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return moved
}

async function moveOne(from: Storage, to: Storage, key: string, moved: Moved) {
  if (await to.stat(key)) {
    const [here, there] = await Promise.all([hashIn(from, key), hashIn(to, key)])
    if (here && there && here !== there) {
      moved.different.push(key)
      return
    }
    if (!there) return
    await from.delete(key)
    moved.there += 1
    return
  }
  const file = await from.get(key)
  if (!file) return
  const hash = createHash('sha256')
  const hashed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  file.stream.on('error', (error) => hashed.destroy(error))
  await to.put(key, file.stream.pipe(hashed), { contentType: typeOf(key) })
  const arrived = await hashIn(to, key)
  if (arrived !== hash.digest('hex')) {
    await to.delete(key)
    throw new FilesTrouble(`${key} was damaged on the way. The original file was kept.`, {})
  }
  // The shop has deleted the file in the meantime, so the copy must not bring it back.
  if (!(await from.stat(key))) return to.delete(key)
  await from.delete(key)
  moved.moved += 1
  moved.bytes += file.size
}

async function hashIn(storage: Storage, key: string): Promise<string | null> {
  const file = await storage.get(key)
  if (!file) return null
  const hash = createHash('sha256')
  for await (const chunk of file.stream) hash.update(chunk)
  return hash.digest('hex')
}

/** The type that a bucket's console shows. The shop itself goes by the name. */
function typeOf(key: string): string {
  const type = /\.(avif|webp)$/.exec(key)?.[1]
  return type ? `image/${type}` : 'application/octet-stream'
}
