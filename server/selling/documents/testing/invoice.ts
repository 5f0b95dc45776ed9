import type { Snapshot } from '../insert.ts'

/** The content of a sale's document, except for its lines. */
export const invoice: Snapshot = {
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
  seller: null,
  seller_vat_id: null,
  buyer: { username: 'anna', email: 'anna@example.com', country: 'DE', company: null },
  lines: [],
  taxes: [],
  net: 159_920,
  tax: 0,
  total: 159_920,
  reverse_charge: null,
  note: null,
  payment: 'Visa ••4242',
}
