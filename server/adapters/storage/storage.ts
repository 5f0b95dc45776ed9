import type { Readable } from 'node:stream'

/**
 * Stores files under lower-case paths such as `loader/releases/1f0c.exe`, each whole or not at all.
 * Throws a FilesTrouble if the store is down, full or rejects the shop.
 */
export type Storage = {
  /** Writes or replaces a file. If the body fails midway, the previous file stays. */
  put(key: string, body: StorageBody, about: { contentType: string }): Promise<void>
  /** The bytes of `range` (both ends included), or all. `size` is the size of the whole file. */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null>
  stat(key: string): Promise<{ size: number } | null>
  /** Deleting a missing file is no error. */
  delete(key: string): Promise<void>
  /** Keys that start with `prefix` and sort after `after`, in order, at most `limit`. */
  list(prefix: string, page: { after?: string; limit: number }): Promise<StoredFile[]>
  /** A public URL for some minutes. Null if the file is missing or the shop must stream it. */
  addressOf(key: string, fileName: string): Promise<string | null>
  close(): void
}

export type StorageBody = Buffer | AsyncIterable<Uint8Array>
export type ByteRange = { start: number; end: number }
export type StoredFile = { key: string; size: number }

const keyPattern = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/

/** Rejects keys that could leave the folder (`..`, hidden, absolute) or differ only by case. */
export function checkKey(key: string): string {
  if (!isKey(key)) {
    throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 300))}`)
  }
  return key
}

/** Whether the name is one of the shop's keys. Files with other names belong to other programs. */
export const isKey = (name: string) => name.length <= 256 && keyPattern.test(name)

const page = 500

export async function* everyFile(storage: Storage, prefix = ''): AsyncIterable<StoredFile> {
  let after: string | undefined
  for (;;) {
    const files = await storage.list(prefix, { limit: page, ...(after && { after }) })
    yield* files
    if (files.length < page) return
    after = files.at(-1)!.key
  }
}
