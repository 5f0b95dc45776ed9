import { createHash } from 'node:crypto'
import path from 'node:path'
import type { RunningSandbox, SandboxOptions } from '#sandbox/main.ts'
import { endpointEvents } from '#server/adapters/payments/stripe-setup.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { StartError } from '#server/kernel/config/start-error.ts'
import type { SandboxAccess } from '#server/shop/open-shop.ts'
import { startSandboxProcess } from './sandbox-process.ts'

// Test payments need no real secrets, only the same ones after a restart.
const secret = (name: string) =>
  createHash('sha256').update(`sandbox ${name}`).digest('hex').slice(0, 32)

export const sandboxSecrets = {
  // A restricted key, so that test mode also shows a missing permission.
  stripeKey: `rk_test_${secret('stripe')}`,
  stripeWebhookSecret: `whsec_${secret('stripe webhook')}`,
  nowpaymentsKey: secret('nowpayments'),
  nowpaymentsIpnSecret: secret('nowpayments ipn'),
  btcpayKey: secret('btcpay'),
  btcpayStoreId: 'SandboxStore',
  btcpayWebhookSecret: secret('btcpay webhook'),
  discordClientId: '1100000000000000001',
  discordClientSecret: secret('discord client'),
  discordBotToken: secret('discord bot'),
  discordGuildId: '1100000000000000002',
  discordWebhookToken: secret('discord webhook'),
}

type Start = (options: SandboxOptions) => Promise<Omit<RunningSandbox, 'switches' | 'app'>>

/** On loopback, with its state in the data directory, in a separate process or as `start` does. */
export async function startSandboxFor(
  { sandbox, siteUrl }: Config,
  dataDir: string,
  start: Start = startSandboxProcess,
): Promise<SandboxAccess & { stop(): Promise<void> }> {
  const { port, smtpPort, publicUrl } = sandbox!
  try {
    const running = await start({
      port,
      smtpPort,
      siteUrl,
      secrets: sandboxSecrets,
      stripeEvents: endpointEvents,
      storeFile: path.join(dataDir, 'sandbox.json'),
    })
    return {
      url: running.url,
      publicUrl: publicUrl ?? running.url.replace('127.0.0.1', new URL(siteUrl).hostname),
      smtpPort: running.smtpPort,
      secrets: sandboxSecrets,
      setClock: running.setClock,
      onMove: running.onMove,
      stop: running.stop,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new StartError(
      `The sandbox’s port ${port} or ${smtpPort} is in use. Set SANDBOX_PORT and SANDBOX_SMTP_PORT to other ports.`,
    )
  }
}
