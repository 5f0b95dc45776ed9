import { expect, test } from 'vitest'
import type { Payment } from '#contract/selling/payments.ts'
import { formatCoins, paymentInfo } from '../../account/orders/payment-info.ts'
import { markupOf } from '../../testing/markup.tsx'
import { Transfer } from './transfer.tsx'

const payment: Payment = {
  id: 7,
  order_id: '0198f3a2-0000-7000-8000-000000000001',
  payment_status: 'partially_paid',
  amount: 19.99,
  pay_address: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  pay_amount: 0.3,
  pay_currency: 'xrp',
  payin_extra_id: '1732104',
  actually_paid: 0.1,
  missing: 0.2,
  network: 'xrp',
  expires_at: '2026-11-21T10:30:00.000Z',
}

test('a coin has its name from the list, or its code if it is not listed', () => {
  const list = [{ code: 'xrp', symbol: 'XRP', name: 'Ripple' }]
  expect(paymentInfo(payment, list)).toMatchObject({ cryptoName: 'Ripple', memo: '1732104' })
  expect(paymentInfo({ ...payment, pay_currency: 'usdttrc20' }, [])).toMatchObject({
    cryptoSymbol: 'USDT (TRC20)',
  })
})

test('a payment without an address gives null', () => {
  expect(paymentInfo({ ...payment, pay_address: null }, [])).toBeNull()
})

test('the remaining amount is shown with its value, and the whole amount with the total', () => {
  const info = paymentInfo({ ...payment, amount: 14.99, pay_amount: 0.5, actually_paid: 0.3 }, [])!
  const said = (coins: number) =>
    markupOf(<Transfer info={info} coins={coins} secondsLeft={null} />)
  expect(said(0.2)).toContain('≈ $6.00, the rest of $14.99')
  expect(said(0.5)).toContain('≈ $14.99 for the whole order')
})

test.each([
  [0.00000012, '0.00000012'],
  [1234.5, '1234.5'],
  [12, '12'],
])('writes %d as %s', (amount, text) => expect(formatCoins(amount)).toBe(text))
