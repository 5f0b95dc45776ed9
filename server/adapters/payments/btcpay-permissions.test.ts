import { expect, test } from 'vitest'
import { listMissingPermissions } from './btcpay-permissions.ts'

const pullPayments = ['btcpay.store.cancreatepullpayments', 'btcpay.store.canarchivepullpayments']
const invoices = ['btcpay.store.cancreateinvoice', 'btcpay.store.canviewinvoices']

test.each([
  [['btcpay.store.canmanagepullpayments'], invoices],
  [['btcpay.store.canmodifyinvoices:s1'], pullPayments],
  [['btcpay.store.canviewstoresettings'], ['btcpay.store.cancreateinvoice', ...pullPayments]],
  [['btcpay.store.canmodifystoresettings:s1'], []],
  [['unrestricted'], []],
  [['btcpay.store.canmanagepullpayments:s2'], [...invoices, ...pullPayments]],
])('a key with %s lacks %s in store s1', (granted, missing) => {
  expect(listMissingPermissions(granted, [...invoices, ...pullPayments], 's1')).toEqual(missing)
})
