/** For each permission, those that include it: BTCPayServerServices.cs of BTCPay Server 2.4. */
const containedIn: Record<string, readonly string[]> = {
  'btcpay.store.cancreatepullpayments': ['btcpay.store.canmanagepullpayments'],
  'btcpay.store.canarchivepullpayments': ['btcpay.store.canmanagepullpayments'],
  'btcpay.store.cancreateinvoice': ['btcpay.store.canmodifyinvoices'],
  'btcpay.store.canviewinvoices': [
    'btcpay.store.canmodifyinvoices',
    'btcpay.store.canviewstoresettings',
  ],
}
const containsAll = ['unrestricted', 'btcpay.store.canmodifystoresettings']

export function listMissingPermissions(
  granted: readonly string[],
  wanted: readonly string[],
  storeId: string,
): string[] {
  const isGranted = (name: string) =>
    granted.includes(name) || granted.includes(`${name}:${storeId}`)
  return wanted.filter(
    (name) => ![name, ...(containedIn[name] ?? []), ...containsAll].some(isGranted),
  )
}
