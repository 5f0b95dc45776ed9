import type { Readable } from 'node:stream'

/**
 * Where files that do not belong in the database are kept. Keys are lower-case paths such as
 * `loader/releases/1f0c.exe`. What was put is either there whole or not at all. A store that is away,
 * refuses the shop or is full throws a FilesTrouble.
 */
export type Storage = {
  /** Writes or replaces. When the body fails midway, what was there before stays. */
  put(key: string, body: StorageBody, about: { contentType: string }): Promise<void>
  /** The bytes of `range` (both ends included), or all; `size` is the whole file's. */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null>
  stat(key: string): Promise<{ size: number } | null>
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>
  /** Files of ours whose keys begin with `prefix` and come after `after`, by key, `limit` at most. */
  list(prefix: string, page: { after?: string; limit: number }): Promise<StoredFile[]>
  /**
   * Where anybody may fetch the file for some minutes, to be saved under that name; null when it is
   * not there, or is to be streamed through the shop.
   */
  addressOf(key: string, fileName: string): Promise<string | null>
  close(): void
}

export type StorageBody = Buffer | AsyncIterable<Uint8Array>
export type ByteRange = { start: number; end: number }
export type StoredFile = { key: string; size: number }

const keyPattern = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/

/**
 * Refuses keys that could leave the store's folder or differ only by case. Every segment begins
 * with a letter or digit, so `..`, hidden names and absolute paths cannot be spelled.
 */
export function checkKey(key: string): string {
  if (!isKey(key)) {
    throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 300))}`)
  }
  return key
}

/** What is named otherwise beside ours was put there by somebody else. */
export const isKey = (name: string) => name.length <= 256 && keyPattern.test(name)

/** How many files are looked at in one go. */
const page = 500

/** Every file below a prefix, whatever their number. */
export async function* everyFile(storage: Storage, prefix = ''): AsyncIterable<StoredFile> {
  let after: string | undefined
  for (;;) {
    const files = await storage.list(prefix, { limit: page, ...(after && { after }) })
    yield* files
    if (files.length < page) return
    after = files.at(-1)!.key
  }
}
