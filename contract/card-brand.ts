const brands: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** As people write it: of `amex` 'American Express'. One that is not known here is a card all the same. */
export function brandName(brand: string | null): string {
  return brands[brand ?? ''] ?? 'Card'
}

/** As it stands in a line: 'Visa ••4242'. */
export function shortCardName({ brand, last4 }: { brand: string | null; last4: string }): string {
  return `${brandName(brand)} ••${last4}`
}
