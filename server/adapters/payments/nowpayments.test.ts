import { afterEach, expect, test, vi } from 'vitest'
import { nowpaymentsProvider } from './nowpayments.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('creating a payment may take 30 seconds, and any other call 10', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 500 }))
  const limits = vi.spyOn(AbortSignal, 'timeout')
  const provider = nowpaymentsProvider({
    url: 'https://nowpayments.example',
    apiKey: 'key',
    ipnSecret: 'secret',
    callbackUrl: 'https://shop.example/api/webhooks/nowpayments',
  })
  await expect(provider.estimate(1000, 'btc')).rejects.toThrow('500')
  const wanted = { orderId: 'o', amountCents: 1000, currency: 'btc', description: 'A game' }
  await expect(provider.createPayment({ ...wanted, expiresAt: new Date() })).rejects.toThrow('500')
  expect(limits.mock.calls).toEqual([[10_000], [30_000]])
})
