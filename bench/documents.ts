import { renderPdf } from '#server/documents/pdf.ts'
import { printRow } from './print.ts'

const says: Parameters<typeof renderPdf>[0] = {
  number: 'INV-1',
  kind: 'invoice',
  issued_at: new Date(0),
  paid_at: new Date(0),
  time_zone: 'UTC',
  order: '6f1c1d2e-8a35-4c55-9c41-0f6f3f7d9b21',
  corrects: null,
  reason: null,
  test: false,
  currency: 'USD',
  shop: { name: 'Loadout', url: 'https://shop.example' },
  seller: {
    name: 'Łódź Żelazo Sp. z o.o.',
    address: 'ул. Київська 7\n00-001 Łódź',
    contact: 'books@shop.example',
    number: 'PL 1234567890',
  },
  seller_vat_id: null,
  buyer: { username: 'customer', email: 'customer@example.com', country: null, company: null },
  lines: [
    { name: 'Counter-Strike 2', detail: '3 Months', discount: 'WELCOME10', amount: 4857 },
    { name: 'Second Knuckle', detail: '1 Month', discount: null, amount: 1999 },
  ],
  taxes: [{ rate: 23, net: 5574, tax: 1282 }],
  net: 5574,
  tax: 1282,
  total: 6856,
  reverse_charge: null,
  note: null,
  payment: 'visa ••4242',
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
