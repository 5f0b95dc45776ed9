import { formatCoins, type PaymentInfo } from '../../account/orders/payment-info.ts'

/** Coins whose wallets read an address with its amount, and the parameter that names the amount. */
const schemes: Record<string, string> = {
  btc: 'bitcoin',
  ltc: 'litecoin',
  doge: 'dogecoin',
  bch: 'bitcoincash',
  dash: 'dash',
}

/**
 * What the QR code holds. An address alone where no scheme is well known, and where a memo must go
 * along, as wallets differ in how they read one: it is to be copied from beside the code.
 */
export function paymentUri(info: PaymentInfo, coins: number): string {
  const { cryptoCode, cryptoAddress, memo } = info
  if (memo !== null || coins <= 0) return cryptoAddress
  // It says the amount itself, and in capitals the code has fewer points.
  if (cryptoCode === 'btcln') return `lightning:${cryptoAddress}`.toUpperCase()
  if (cryptoCode === 'eth') return `ethereum:${cryptoAddress}?value=${toWei(coins)}`
  const scheme = schemes[cryptoCode]
  if (!scheme) return cryptoAddress
  // Addresses of some coins bring the scheme along.
  const address = cryptoAddress.replace(`${scheme}:`, '')
  return `${scheme}:${address}?amount=${formatCoins(coins)}`
}

/** What opens a wallet on this device with address and amount filled in; null without such a scheme. */
export function walletLink(info: PaymentInfo, coins: number): string | null {
  const uri = paymentUri(info, coins)
  return uri === info.cryptoAddress ? null : uri
}

/** Ether in its smallest unit, by moving the point: floating point has not enough digits. */
function toWei(coins: number): string {
  const [whole = '0', fraction = ''] = formatCoins(coins).split('.')
  return `${whole}${fraction.padEnd(18, '0')}`.replace(/^0+(?=\d)/, '')
}
