import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import type * as z from 'zod'
import { staffDocuments } from '#contract/selling/staff-documents.ts'
import { bom, csvRow } from '#contract/wire/csv.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { allOf } from '#server/kernel/lists/conditions.ts'
import { exportCsv } from '#server/kernel/lists/csv-export.ts'
import type { Snapshot } from './read.ts'
import { says } from './read.ts'

export type Period = z.output<typeof staffDocuments.journal.query>

const within = ({ start_time, end_time }: Period) =>
  allOf(
    start_time !== undefined && sql`issued_at >= ${start_time}`,
    end_time !== undefined && sql`issued_at <= ${end_time}`,
  )

const amount = (cents: number) => (cents / 100).toFixed(2)
const busy = staffDocuments.journal.refusals.exporting_documents_already

/** All documents of a period. Throws 409 while another export of that user is running. */
export function exportJournal(db: Database, userId: number, period: Period): Promise<Readable> {
  return exportCsv<{ content: string }>(db, {
    name: `documents export ${userId}`,
    busy,
    query: sql`select content from documents where ${within(period)} order by series, number`,
    head: `${bom}Number,Kind,Issued,Paid,Order,Corrects,Reason,Buyer,Email,Net,Tax,Total,Currency,Payment,Country,Company,VAT ID,Reverse charge,Consultation\r\n`,
    line: ({ content }) => csvRow(cellsOf(says(content))),
  })
}

function cellsOf(document: Snapshot): string[] {
  const { number, kind, issued_at, paid_at, order, corrects, reason, buyer } = document
  return [
    number,
    kind,
    issued_at.toISOString(),
    paid_at.toISOString(),
    order,
    corrects ?? '',
    reason ?? '',
    buyer.username,
    buyer.email,
    amount(document.net),
    amount(document.tax),
    amount(document.total),
    document.currency,
    document.payment,
    buyer.country ?? '',
    buyer.company?.name ?? '',
    buyer.company?.vat_id ?? '',
    document.reverse_charge ? 'yes' : '',
    document.reverse_charge?.consultation ?? '',
  ]
}

type Sum = {
  country: string
  rate: string
  /** The VAT id of the company that owes the tax, for the recapitulative statement. */
  vat_id: string
  documents: number
  net: string
  tax: string
  total: string
}

/** Sums by country and rate, and reverse charge by company, less credit notes. */
export function exportTaxes(db: Database, userId: number, period: Period): Promise<Readable> {
  return exportCsv<Sum>(db, {
    name: `documents export ${userId}`,
    busy,
    query: sql`
      with said as (
        select content::jsonb as says from documents
         where ${within(period)} and series not like 'TEST%'
      ), rated as (
        select says -> 'buyer' ->> 'country' as country, tax ->> 'rate' as rate, null as vat_id,
               (tax ->> 'net')::numeric as net, (tax ->> 'tax')::numeric as tax
          from said, jsonb_array_elements(says -> 'taxes') as tax
        union all
        select says -> 'buyer' ->> 'country', null,
               case when says -> 'reverse_charge' <> 'null'
                    then says #>> '{buyer,company,vat_id}' end,
               (says ->> 'net')::numeric, 0
          from said where says -> 'taxes' = '[]'
      )
      select coalesce(country, '') as country, coalesce(rate, '') as rate,
             coalesce(vat_id, '') as vat_id, count(*) as documents,
             sum(net)::numeric(14, 2)::text as net, sum(tax)::numeric(14, 2)::text as tax,
             (sum(net) + sum(tax))::numeric(14, 2)::text as total
        from rated group by 1, 2, 3 order by 1, 2, 3`,
    head: `${bom}Country,Rate in percent,Reverse charge to,Documents,Net,Tax,Total\r\n`,
    line: (sum) =>
      csvRow([
        sum.country,
        sum.rate,
        sum.vat_id,
        String(sum.documents),
        sum.net,
        sum.tax,
        sum.total,
      ]),
  })
}
