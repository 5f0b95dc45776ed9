const coinNames: Record<string, string> = {
  BTC: 'Bitcoin',
  LTC: 'Litecoin',
  XMR: 'Monero',
  DOGE: 'Dogecoin',
  DASH: 'Dash',
  ZEC: 'Zcash',
}

/** `BTC-CHAIN` or `BTC-LN`. Null if the payment method has no address to pay to. */
export function coinOf(paymentMethodId: string) {
  const [, symbol, way] = /^([A-Z0-9]{2,10})-(CHAIN|LN)$/.exec(paymentMethodId) ?? []
  if (!symbol) return null
  const name = coinNames[symbol] ?? symbol
  return way === 'LN'
    ? { code: `${symbol.toLowerCase()}ln`, symbol, name: `${name} (Lightning)`, digits: 8 }
    : { code: symbol.toLowerCase(), symbol, name, digits: symbol === 'XMR' ? 12 : 8 }
}

export function methodFor(currency: string): { symbol: string; method: string } {
  const lightning = /^(.+)ln$/.exec(currency)?.[1]
  const symbol = (lightning ?? currency).toUpperCase()
  return { symbol, method: `${symbol}-${lightning ? 'LN' : 'CHAIN'}` }
}
