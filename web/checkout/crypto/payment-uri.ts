import { formatCoins, type PaymentInfo } from '../../account/orders/payment-info.ts'

/** Coins whose wallets accept a URI with the amount, and the parameter that names the amount. */
const schemes: Record<string, string> = {
  btc: 'bitcoin',
  ltc: 'litecoin',
  doge: 'dogecoin',
  bch: 'bitcoincash',
  dash: 'dash',
}

/**
 * The content of the QR code. It is only the address if the amount is not known yet, or if the coin
 * has no well-known scheme or needs a memo, because wallets differ in how they read a memo. The customer then copies the memo from
 * next to the code.
 */
export function paymentUri(info: PaymentInfo, coins: number | null): string {
  const { cryptoCode, cryptoAddress, memo } = info
  if (memo !== null || coins === null || coins <= 0) return cryptoAddress
  // A Lightning invoice includes the amount, and upper case makes the QR code smaller.
  if (cryptoCode === 'btcln') return `lightning:${cryptoAddress}`.toUpperCase()
  if (cryptoCode === 'eth') return `ethereum:${cryptoAddress}?value=${toWei(coins)}`
  const scheme = schemes[cryptoCode]
  if (!scheme) return cryptoAddress
  // Addresses of some coins already include the scheme.
  const address = cryptoAddress.replace(`${scheme}:`, '')
  return `${scheme}:${address}?amount=${formatCoins(coins)}`
}

/**
 * The link that opens a wallet on this device with the address and amount filled in. Null if the
 * coin has no scheme.
 */
export function walletLink(info: PaymentInfo, coins: number | null): string | null {
  const uri = paymentUri(info, coins)
  return uri === info.cryptoAddress ? null : uri
}

/** Converts ether to wei by moving the decimal point, because floating point has too few digits. */
function toWei(coins: number): string {
  const [whole = '0', fraction = ''] = formatCoins(coins).split('.')
  return `${whole}${fraction.padEnd(18, '0')}`.replace(/^0+(?=\d)/, '')
}
