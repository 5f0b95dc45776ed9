import type { Readable } from 'node:stream'
import { create } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Database } from '#server/kernel/database/database.ts'
import { answered } from '#server/kernel/http/mount.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { writeLog } from './log.ts'
import { type Staff, staffEntry } from './staff.ts'

type Export = {
  csv: Readable
  /** The file's name, before `of`. */
  name: string
  /** The period that the export covers. If undefined, the day of the export. */
  of?: string
  message: string
  filters: Record<string, unknown>
}

/** Sends a CSV after logging who exported it and with which filters. */
export async function sendExport(
  db: Database,
  { user, reply }: { user: Staff; reply: FastifyReply },
  { csv, name, of, message, filters }: Export,
): Promise<typeof answered> {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  const entry = staffEntry(user, { message, about: { filters: Object.fromEntries(given) } })
  await writeLog(db, entry).catch((error) => {
    csv.destroy()
    throw error
  })
  const period = of ?? clock.date().toISOString().slice(0, 10)
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', create(`${name}-${period}.csv`))
    .header('cache-control', 'no-store')
    .send(csv)
  return answered
}
