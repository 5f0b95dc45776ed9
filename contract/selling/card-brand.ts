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

/**
 * The display name of a card brand: 'American Express' for `amex`. Unknown brands are shown as a
 * generic card.
 */
export function brandName(brand: string | null): string {
  return brands[brand ?? ''] ?? 'Card'
}

/** The card in short form: 'Visa ••4242'. */
export function shortCardName({ brand, last4 }: { brand: string | null; last4: string }): string {
  return `${brandName(brand)} ••${last4}`
}
