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
  /** In the order in which they were first put. */
  all(): T[]
  put(id: string, value: T): T
  update(id: string, changes: Partial<T>): T
  delete(id: string): void
  clear(): void
}

/** The most rows, or whether the oldest row stays when a row is added to that many. */
type Keep<T> = number | ((oldest: T, rows: number) => boolean)

/** The most rows of what a provider stores permanently: more than a fault run with 10,000 orders needs. */
export const permanent = 50_000

export type Store = {
  table<T extends object>(name: string, keep: Keep<T>): Table<T>
  close(): void
}

/** A journal that has grown by this much, and twofold, is written anew with what still counts. */
const compactBytes = 4 * 1024 * 1024

/**
 * Keeps tables in memory and, with a file, in a journal of one JSON line per change. A line is
 * handed to the system before `put` returns, so a killed process loses nothing; a line cut short
 * by the kill is skipped at the next start. What cannot be written, as on a full disk, throws and
 * has not happened: who is told so may ask again.
 */
export function openStore(file?: string): Store {
  const tables = new Map<string, Map<string, unknown>>()
  let descriptor: number | undefined
  /** Of the journal, in bytes, and what it had when it was written anew. */
  let length = 0
  let compacted = 0

  const rowsOf = (name: string) => {
    const rows = tables.get(name) ?? new Map<string, unknown>()
    tables.set(name, rows)
    return rows
  }

  function compact(path: string) {
    // Two shops of one folder each have a sandbox, and may get here in the same moment.
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
      // Half a line would spoil the next one.
      ftruncateSync(descriptor, length)
      throw error
    }
    // A compaction writes what the tables hold.
    apply()
    if (length < compacted + Math.max(compactBytes, compacted)) return
    try {
      compact(file)
    } catch (error) {
      // Where there is no room for a second journal, the first goes on.
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

/** Writes a line whole or throws; the bytes it took. */
function append(descriptor: number, line: Line): number {
  const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
  return bytes.length
}

/** A full disk, a used-up quota, a limit on files. */
const full = ['ENOSPC', 'EDQUOT', 'EFBIG']

function isFull(error: unknown): boolean {
  return full.includes(String((error as NodeJS.ErrnoException).code))
}

function* readJournal(file: string): Generator<Line> {
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    try {
      if (line) yield JSON.parse(line) as Line
    } catch {
      // The line that was being written when the process was killed.
    }
  }
}
