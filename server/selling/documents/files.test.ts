import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { settings } from '#contract/platform/settings.ts'
import { documents } from '#contract/selling/documents.ts'
import { staffDocuments } from '#contract/selling/staff-documents.ts'
import { isoDay, longDay } from '#contract/wire/time-zone.ts'
import { openDatabase } from '#server/kernel/database/database.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openCounter } from '#server/selling/payments/testing/counter.ts'
import { refundDesk } from '#server/selling/refunds/testing/bought.ts'
import { archiveMonth } from './archive.ts'
import { renderPdf } from './pdf.ts'
import { periodName } from './period-name.ts'
import { invoice } from './testing/invoice.ts'

const counter = await fileFixture(openCounter())
const { app, call, db } = counter
const admin = await signIn(app, { admin: true })
const support = await signIn(app, { support: true })
const { buy, refund } = refundDesk(counter, admin)

const bytesAt = async (url: string, cookie?: string) =>
  app.inject({ url: `/api${url}`, headers: cookie ? { cookie } : {} })

async function textOf(pdf: Uint8Array) {
  const { totalPages, text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)))
  return { pages: totalPages, text: text.join('\n'), each: text }
}

test('a document is a PDF with the same content, for its customer and staff only', async () => {
  const seller = {
    seller_name: 'Łódź Żelazo Sp. z o.o.',
    seller_address: 'ул. Київська 7\n00-001 Łódź',
    seller_number: 'PL 1234567890',
  }
  await call(settings.change, { body: seller } as never, admin)
  const bought = await buy()
  const [said] = (await call(documents.list, { params: { id: bought.order } }, bought)).body
  const url = `/user/orders/${bought.order}/documents/${said!.number}`
  const answer = await bytesAt(url, bought.cookie)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename=${said!.number}.pdf`,
    // No directive that blocks the browser's own viewer.
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  const { text } = await textOf(answer.rawPayload)
  for (const words of [
    `Invoice ${said!.number}`,
    'Łódź Żelazo Sp. z o.o.',
    'ул. Київська 7',
    bought.user.username,
    said!.lines[0]!.name,
    '19.99',
    bought.order,
  ])
    expect(text).toContain(words)

  const again = await bytesAt(`/admin/documents/${said!.number}`, support.cookie)
  expect(again.rawPayload.equals(answer.rawPayload)).toBe(true)
  const kept = await db
    .selectFrom('document_files')
    .innerJoin('documents', 'documents.id', 'document_files.document_id')
    .select('document_files.sha256')
    .where('documents.name', '=', said!.number)
    .execute()
  expect(kept).toEqual([{ sha256: createHash('sha256').update(answer.rawPayload).digest('hex') }])

  const stranger = await counter.customer()
  expect((await bytesAt(url, stranger.cookie)).statusCode).toBe(404)
  expect((await bytesAt(url)).statusCode).toBe(401)
  expect((await bytesAt(`/admin/documents/${said!.number}`, bought.cookie)).statusCode).toBe(403)
  expect((await bytesAt('/admin/documents/INV-999999', support.cookie)).statusCode).toBe(404)
})

test('long names wrap, and many lines continue on the next page', async () => {
  const name = 'Привет€Żółć'.repeat(30)
  const line = { detail: '3 Months', discount: null, saved: 0, amount: 1999 }
  const lines = Array.from({ length: 80 }, (_, at) => ({
    ...line,
    name: at === 40 ? name : `Game ${at}`,
  }))
  const says = { ...invoice, buyer: { ...invoice.buyer, username: name }, lines }
  const { pages, each, text } = await textOf(await renderPdf(says))
  expect(pages).toBeGreaterThan(3)
  each.forEach((page, at) => {
    expect(page).toContain(`INV-1 · Loadout · page ${at + 1} of ${pages}`)
  })
  for (const at of [0, 39, 41, 79]) expect(text).toContain(`Game ${at}`)
  // A long name is not cut off.
  expect(text.replaceAll(/\s/g, '').split(name)).toHaveLength(3)
  expect(each.at(-1)).toContain('1,599.20')
})

test('every letter can be copied, in any order of scripts', async () => {
  const letters = (from: string, to: string) =>
    Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_, at) =>
      String.fromCharCode(from.charCodeAt(0) + at),
    ).join('')
  const names = [letters('A', 'Z'), letters('a', 'z'), letters('0', '9'), letters('А', 'я')]
  names.push(
    'January in Germany',
    'Office of Fluffy',
    'François Müller',
    'Zoë Yılmaz',
    'Ναυσικά',
    'Łódź',
  )
  // Every accented letter is drawn as a letter and a mark. The text also has typed ligatures.
  const accented = `${letters('À', 'ž')} ${letters('ΐ', 'ώ')} ${letters('Ѐ', 'ѝ')} ﬁﬂﬀﬃﬄ й`
  const before = { name: accented, detail: accented, discount: null, saved: 0, amount: 1 }
  await renderPdf({ ...invoice, lines: [before] })
  const lines = names.map((name) => ({
    name,
    detail: name,
    discount: null,
    saved: 0,
    amount: 1999,
  }))
  const { text } = await textOf(await renderPdf({ ...invoice, lines }))
  // The whole alphabets wrap.
  const unspaced = (said: string) => said.replaceAll(/\s/g, '')
  for (const name of names) expect(unspaced(text).split(unspaced(name)), name).toHaveLength(3)
  for (const words of ['Paid January 1, 1970', 'anna@example.com']) expect(text).toContain(words)
})

test('staff find documents, and administrators export journal, tax and files of a month', async () => {
  const bought = await buy()
  await refund(bought.order, { items: [{ id: bought.items[0]!, amount: 4.99 }] })
  await counter.work()
  const find = async (query: object) =>
    (await call(staffDocuments.list, { query }, support)).body.documents
  const found = await find({ q: bought.order.slice(0, 8) })
  expect(found).toMatchObject([
    { kind: 'credit_note', total: -4.99, corrects: found[1]!.number },
    { total: 19.99, buyer: bought.user.username },
  ])
  expect(await find({ q: found[1]!.number.toLowerCase() })).toEqual([found[1]])
  expect(await find({ q: bought.user.username, kind: 'credit_note' })).toEqual([found[0]])
  expect(await find({ q: 'nothing of the kind' })).toEqual([])
  const pageOf = async (page: number) => {
    const query = { q: bought.order, limit: 1, page }
    return (await call(staffDocuments.list, { query }, support)).body
  }
  const whole = { total: 2, total_is_estimate: false }
  for (const [page, document] of [...found.entries(), [2, undefined] as const])
    expect(await pageOf(page)).toEqual({ documents: document ? [document] : [], ...whole })
  const deep = await call(staffDocuments.list, { query: { page: 100, limit: 100 } }, support)
  expect([deep.status, deep.code]).toEqual([400, 'too_deep'])

  const month = found[0]!.issued_at.slice(0, 7)
  const paths = ['journal', 'taxes', `archive?month=${month}`].map((of) => `/admin/documents/${of}`)
  for (const path of paths) expect((await bytesAt(path, support.cookie)).statusCode).toBe(403)
  const [journal, taxes, archive] = await Promise.all(
    paths.map(async (path, at) => {
      const person = await signIn(app, { admin: true })
      return [at, await bytesAt(path, person.cookie)] as const
    }),
  ).then((answers) => answers.map(([, answer]) => answer))
  const lines = journal!.payload.split('\r\n')
  expect(lines[0]).toContain('Number,Kind,Issued')
  for (const { number } of found) expect(journal!.payload).toContain(`${number},`)
  expect(lines).toHaveLength(2 + (await find({ limit: 100 })).length)
  // Written as numbers, so that a spreadsheet can add them up.
  expect(journal!.payload).toContain(',-4.99,0.00,-4.99,USD,')
  const journalOf = async (bound: string) =>
    (await bytesAt(`${paths[0]}?${bound}`, admin.cookie)).payload.split('\r\n')
  expect(await journalOf('end_time=2020-01-31T00:00:00Z')).toEqual([lines[0], ''])
  expect(await journalOf('start_time=2020-01-31T00:00:00Z')).toEqual(lines)
  // Orders of test mode are not declared.
  expect(taxes!.payload.split('\r\n').slice(1)).toEqual([''])
  const zip = archive!.rawPayload.toString('latin1')
  for (const { number } of await find({ limit: 100 })) expect(zip).toContain(`${number}.pdf`)
  expect(zip.startsWith('PK')).toBe(true)
  const empty = await bytesAt('/admin/documents/archive?month=2020-01', admin.cookie)
  expect([empty.statusCode, empty.rawPayload.length]).toEqual([200, 22])
  // A finished export frees its connection.
  for (let n = 0; n < 5; n += 1)
    expect((await bytesAt(paths[2]!, admin.cookie)).statusCode).toBe(200)
})

test('journal and tax files are named by their period, not by the day of the export', async () => {
  const named = async (of: string, query: string) => {
    const { headers } = await bytesAt(`/admin/documents/${of}?${query}`, admin.cookie)
    return headers['content-disposition']
  }
  const october = 'start_time=2025-10-01T00:00:00.000Z&end_time=2025-10-31T23:59:59.999Z'
  expect(await named('journal', october)).toBe('attachment; filename=documents-2025-10.csv')
  expect(await named('taxes', october)).toBe('attachment; filename=tax-2025-10.csv')
  const days = 'start_time=2025-10-03T00:00:00Z&end_time=2025-11-02T23:00:00Z'
  expect(await named('taxes', days)).toBe('attachment; filename=tax-2025-10-03-to-2025-11-02.csv')
  expect(await named('journal', 'end_time=2025-11-02T23:00:00Z')).toBe(
    'attachment; filename=documents-until-2025-11-02.csv',
  )
  expect(await named('journal', 'start_time=2025-10-03T00:00:00Z')).toBe(
    'attachment; filename=documents-from-2025-10-03.csv',
  )
  expect(
    periodName(
      { start_time: new Date('2025-09-30T22:00Z'), end_time: new Date('2025-10-31T22:59:59.999Z') },
      'Europe/Berlin',
    ),
  ).toBe('2025-10')
})

test('a slow reader receives all files of a month despite PostgreSQL’s idle timeout', async () => {
  // More documents than the stream buffers.
  for (let n = 0; n < 8; n += 1) await buy()
  const { databaseUrl } = counter
  const name = sql.ref(new URL(databaseUrl).pathname.slice(1))
  await sql`alter database ${name} set idle_in_transaction_session_timeout = 2000`.execute(db)
  const own = openDatabase(databaseUrl, 2)
  try {
    const month = isoDay(new Date(), 'UTC').slice(0, 7)
    const zip = await archiveMonth(own, admin.user.id, month, 'UTC')
    zip.read(0)
    await delay(5000)
    expect((await buffer(zip)).subarray(-22).toString('latin1')).toMatch(/^PK/)
  } finally {
    await own.destroy()
    await sql`alter database ${name} reset idle_in_transaction_session_timeout`.execute(db)
  }
})

test('days change at midnight in the shop’s time zone of the document', async () => {
  const midnight = Date.parse('2026-11-30T23:00:00Z')
  const dated = async (at: number, time_zone: string) => {
    const date = new Date(at)
    return (
      await textOf(await renderPdf({ ...invoice, issued_at: date, paid_at: date, time_zone }))
    ).text
  }
  expect(await dated(midnight - 1, 'Europe/Berlin')).toContain('Paid November 30, 2026')
  expect(await dated(midnight, 'Europe/Berlin')).toContain('Paid December 1, 2026')
  expect(await dated(midnight, 'Europe/Berlin')).not.toContain('November')
  expect(await dated(midnight, 'UTC')).not.toContain('December')
})

test('dates a purchase by the shop’s own day, and assigns it to that month', async () => {
  // At any time, UTC-12 or UTC+14 has a different date than UTC.
  const now = new Date()
  const zone = now.getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  await call(settings.change, { body: { time_zone: zone } }, admin)
  await expect.poll(() => counter.shop.config.timeZone).toBe(zone)
  const bought = await buy()
  const [said] = (await call(documents.list, { params: { id: bought.order } }, bought)).body
  const { text } = await textOf(
    (await bytesAt(`/admin/documents/${said!.number}`, support.cookie)).rawPayload,
  )
  const there = longDay(new Date(said!.paid_at), zone)
  expect(there).not.toBe(longDay(new Date(said!.paid_at), 'UTC'))
  expect(text).toContain(`Paid ${there}, `)
  const month = isoDay(new Date(said!.issued_at), zone).slice(0, 7)
  const zip = await bytesAt(`/admin/documents/archive?month=${month}`, admin.cookie)
  expect(zip.payload).toContain(`${said!.number}.pdf`)

  // Existing documents keep their dates if the shop's time zone changes.
  await call(settings.change, { body: { time_zone: null } }, admin)
  await expect.poll(() => counter.shop.config.timeZone).toBe('UTC')
  const again = await bytesAt(`/admin/documents/${said!.number}`, support.cookie)
  expect((await textOf(again.rawPayload)).text).toContain(`Paid ${there}, `)
})

test('a search that takes too long is stopped with advice', async () => {
  const find = () => call(staffDocuments.list, { query: { q: 'anything' } }, support)
  // The table lock delays the search as long as a slow one would take.
  await db.transaction().execute(async (tx) => {
    await sql`lock table documents in access exclusive mode`.execute(tx)
    const { status, code } = await find()
    expect([status, code]).toEqual([408, 'document_search_too_slow'])
  })
  expect((await find()).status).toBe(200)
})
