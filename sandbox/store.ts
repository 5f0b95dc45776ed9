import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

type Line = [table: string, id: string, value?: unknown]

export type Table<T> = {
  get(id: string): T | undefined
  /** In order of insertion. */
  all(): T[]
  put(id: string, value: T): T
  update(id: string, changes: Partial<T>): T
  delete(id: string): void
  clear(): void
}

/**
 * The maximum number of rows, or a function that decides whether the oldest row stays when a row is
 * added to that many.
 */
type Keep<T> = number | ((oldest: T, rows: number) => boolean)

/**
 * The maximum number of rows for data that a provider stores permanently. It exceeds what a fault
 * run with 10,000 orders needs.
 */
export const permanent = 50_000

export type Store = {
  table<T extends object>(name: string, keep: Keep<T>): Table<T>
  close(): void
}

/** The journal is compacted once it has grown by this much and has doubled in size. */
const compactBytes = 4 * 1024 * 1024

/**
 * Keeps tables in memory and, with a file, in a journal of one JSON line per change. Each line is
 * written to the operating system before `put` returns, so a killed process loses nothing. A line
 * that the kill truncates is skipped at the next start. A change that cannot be written, for
 * example on a full disk, throws and is not applied, so the caller can retry.
 */
export function openStore(file?: string): Store {
  const tables = new Map<string, Map<string, unknown>>()
  let descriptor: number | undefined
  /** The size of the journal in bytes, and its size after the last compaction. */
  let length = 0
  let compacted = 0

  const rowsOf = (name: string) => {
    const rows = tables.get(name) ?? new Map<string, unknown>()
    tables.set(name, rows)
    return rows
  }

  function compact(path: string) {
    // Two shops in one folder each have a sandbox, and may compact at the same moment.
    const draft = `${path}.new-${process.pid}`
    rmSync(draft, { force: true })
    const fresh = openSync(draft, 'a', 0o600)
    let written = 0
    try {
      for (const [name, rows] of tables) {
        for (const [id, value] of rows) written += append(fresh, [name, id, value])
      }
      fsyncSync(fresh)
      renameSync(draft, path)
    } catch (error) {
      closeSync(fresh)
      rmSync(draft, { force: true })
      throw error
    }
    if (descriptor !== undefined) closeSync(descriptor)
    descriptor = fresh
    compacted = written
    length = written
  }

  /** Writes a change to the journal, then applies it to the tables. */
  function record(line: Line, apply: () => void) {
    if (descriptor === undefined || !file) return apply()
    try {
      length += append(descriptor, line)
    } catch (error) {
      // A partial line would corrupt the next one.
      ftruncateSync(descriptor, length)
      throw error
    }
    // A compaction writes the tables, so the change must be applied first.
    apply()
    if (length < compacted + Math.max(compactBytes, compacted)) return
    try {
      compact(file)
    } catch (error) {
      // If there is no disk space for a second journal, the first one remains in use.
      if (!isFull(error)) throw error
    }
  }

  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    for (const [name, id, value] of existsSync(file) ? readJournal(file) : []) {
      if (value === undefined) rowsOf(name).delete(id)
      else rowsOf(name).set(id, value)
    }
    compact(file)
  }

  return {
    table<T extends object>(name: string, keep: Keep<T>): Table<T> {
      const rows = rowsOf(name) as Map<string, T>
      const remove = (id: string) => {
        if (rows.has(id)) record([name, id], () => rows.delete(id))
      }
      const put = (id: string, value: T) => {
        if (!rows.has(id)) {
          for (const [oldest, row] of rows) {
            if (typeof keep === 'number' ? rows.size < keep : keep(row, rows.size)) break
            remove(oldest)
          }
        }
        record([name, id, value], () => rows.set(id, value))
        return value
      }
      return {
        get: (id) => rows.get(id),
        all: () => [...rows.values()],
        put,
        update(id, changes) {
          const row = rows.get(id)
          if (!row) throw new Error(`${name} has no ${id}`)
          return put(id, { ...row, ...changes })
        },
        delete: remove,
        clear() {
          for (const id of [...rows.keys()]) remove(id)
        },
      }
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}

/** Writes the whole line or throws. Returns the number of bytes written. */
function append(descriptor: number, line: Line): number {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
  return bytes.length
}

/** A full disk, an exhausted quota, or a file size limit. */
const full = ['ENOSPC', 'EDQUOT', 'EFBIG']

function isFull(error: unknown): boolean {
  return full.includes(String((error as NodeJS.ErrnoException).code))
}

function* readJournal(file: string): Generator<Line> {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      if (line) yield JSON.parse(line) as Line
    } catch {
      // The last line, which was truncated when the process was killed.
    }
  }
}
