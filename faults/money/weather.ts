import { setTimeout as delay } from 'node:timers/promises'

const fair = {
  api: 'ok',
  webhooks: { delayMs: 0, copies: 1, reorder: false, badSignature: false, lost: false },
}
type Weather = { api?: 'error' | 'timeout' | 'timeout_after'; webhooks?: object }

export const weathers: Weather[] = [
  {},
  { webhooks: { lost: true } },
  { webhooks: { copies: 3 } },
  { webhooks: { reorder: true, copies: 2 } },
  { webhooks: { delayMs: 800 } },
  { webhooks: { badSignature: true } },
  { api: 'error' },
  { api: 'timeout' },
  { api: 'timeout_after' },
]

/** The faults in which no caller waits for a response that never comes. */
export const answering = weathers.filter(({ api }) => !api?.startsWith('timeout'))

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

type Addresses = { sandboxUrl: string; shopUrl: string }

/**
 * Changes the faults of the providers about once per second, and forges webhooks, until stopped.
 */
export function playWeather({ sandboxUrl, shopUrl }: Addresses, kinds: readonly Weather[]) {
  const forged: number[] = []
  let over = false

  async function post(url: string, body: object, headers: Record<string, string> = {}) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    return answer?.status ?? 0
  }

  const playing = (async () => {
    while (!over) {
      const next = {
        stripe: { ...fair, ...pick(kinds) },
        nowpayments: { ...fair, ...pick(kinds) },
        btcpay: { ...fair, ...pick(kinds) },
      }
      await post(`${sandboxUrl}/control/reset`, {})
      await post(`${sandboxUrl}/control/switches`, next)
      const payment = { payment_id: Math.ceil(Math.random() * 1e10), payment_status: 'finished' }
      const answers = [
        await post(`${shopUrl}/api/webhooks/nowpayments`, payment, {
          'x-nowpayments-sig': 'f'.repeat(128),
        }),
        await post(
          `${shopUrl}/api/webhooks/stripe`,
          { id: 'evt_forged', type: 'checkout.session.completed' },
          { 'stripe-signature': 't=1,v1=' },
        ),
        await post(
          `${shopUrl}/api/webhooks/btcpay`,
          { type: 'InvoiceSettled', invoiceId: 'forged' },
          { 'btcpay-sig': `sha256=${'f'.repeat(64)}` },
        ),
      ]
      forged.push(...answers.filter((status) => status !== 0))
      await delay(500 + Math.random() * 1500)
    }
  })()

  return {
    /** The statuses of the responses to forged webhooks. */
    async stop(): Promise<number[]> {
      over = true
      await playing
      for (let attempt = 0; attempt < 20; attempt += 1) {
        if ((await post(`${sandboxUrl}/control/reset`, {})) !== 0) return forged
        await delay(500)
      }
      throw new Error('The sandbox does not answer')
    },
  }
}
