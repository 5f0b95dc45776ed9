import type { BtcpayWorld } from './btcpay/invoices.ts'
import type { Clock } from './clock.ts'
import type { Courier } from './courier.ts'
import type { DiscordWorld } from './discord/world.ts'
import type { Message } from './mail/mailbox.ts'
import type { CryptoWorld } from './nowpayments/payments.ts'
import type { Table } from './store.ts'
import type { World } from './stripe/world.ts'
import type { Switches } from './switches.ts'

/** All stand-ins for external services, as the control API and the pages use them. */
export type Sandbox = {
  siteUrl: string
  smtpPort: number
  switches: Switches
  stripe: World
  crypto: CryptoWorld
  btcpay: BtcpayWorld
  discord: DiscordWorld
  mailbox: Table<Message>
  courier: Courier
  clock: Clock
}
