import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type RunningSandbox, type SandboxOptions, startSandbox } from './main.ts'

type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type TestShop = {
  url: string
  received: Received[]
  /** The status of the responses to webhooks. */
  answer: number
  stop(): Promise<void>
}

export const testSecrets = {
  stripeKey: 'sk_test_sandbox',
  stripeWebhookSecret: 'whsec_sandbox',
  nowpaymentsKey: 'np-key',
  nowpaymentsIpnSecret: ' np-ipn-secret ',
  btcpayKey: 'btcpay-key',
  btcpayStoreId: 'TestStore',
  btcpayWebhookSecret: 'btcpay-webhook-secret',
  discordClientId: '1100000000000000001',
  discordClientSecret: 'discord-client-secret',
  discordBotToken: 'discord-bot-token',
  discordGuildId: '1100000000000000002',
  discordWebhookToken: 'discord-webhook-token-of-the-tests',
}

/** A small server that replaces the shop and records every webhook. */
export async function startTestShop(): Promise<TestShop> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString()
    received.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(shop.answer).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const shop: TestShop = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: 200,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return shop
}

export function startTestSandbox(
  shop: TestShop,
  options: Partial<SandboxOptions> = {},
): Promise<RunningSandbox> {
  return startSandbox({ port: 0, smtpPort: 0, siteUrl: shop.url, secrets: testSecrets, ...options })
}

/** Calls the control API. By default, waits for the resulting webhooks. */
export async function control(
  sandbox: RunningSandbox,
  path: string,
  init: { method?: string; body?: object } = {},
) {
  const response = await fetch(`${sandbox.url}/control/${path}`, {
    method: init.method ?? 'POST',
    ...(init.body && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(init.body),
    }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}
