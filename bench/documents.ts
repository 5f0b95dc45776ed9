import { renderPdf } from '#server/documents/pdf.ts'
import { invoice } from '#server/documents/testing/invoice.ts'
import { printRow } from './print.ts'

const says: typeof invoice = {
  ...invoice,
  seller: {
    name: 'Łódź Żelazo Sp. z o.o.',
    address: 'ул. Київська 7\n00-001 Łódź',
    contact: 'books@shop.example',
    number: 'PL 1234567890',
  },
  lines: [
    { name: 'Counter-Strike 2', detail: '3 Months', discount: 'WELCOME10', amount: 4857 },
    { name: 'Second Knuckle', detail: '1 Month', discount: null, amount: 1999 },
  ],
  taxes: [{ rate: 23, net: 5574, tax: 1282 }],
  net: 5574,
  tax: 1282,
  total: 6856,
}

/** How many PDFs of two lines a process draws, by the clock and by the processor. */
export async function measureDocuments() {
  await renderPdf(says)
  const count = 100
  const begun = performance.now()
  const used = process.cpuUsage()
  for (let made = 0; made < count; made += 1) await renderPdf(says)
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(used)
  const rate = Math.round(count / seconds)
  const alone = Math.round(count / ((user + system) / 1e6))
  printRow('PDFs a second', String(rate), `${alone} with a processor to itself`)
}
