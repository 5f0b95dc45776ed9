import { setTimeout as delay } from 'node:timers/promises'
import { clock, setAhead } from '#server/kernel/time/clock.ts'
import { passTime as passBtcpayTime } from './btcpay/actions.ts'
import type { BtcpayWorld } from './btcpay/invoices.ts'
import type { Courier } from './courier.ts'
import { ClockStays, type Move, type Mover, type SandboxClock } from './move.ts'
import { passTime as passCryptoTime } from './nowpayments/actions.ts'
import type { CryptoWorld } from './nowpayments/payments.ts'
import { passTime as passStripeTime } from './stripe/settle.ts'
import type { World } from './stripe/world.ts'

/**
 * In milliseconds. The clock does not wait longer for webhooks that a switch delays or that the
 * shop does not answer.
 */
const deliveredWithin = 8000

type Worlds = { stripe: World; crypto: CryptoWorld; btcpay: BtcpayWorld; courier: Courier }

export type Clock = SandboxClock & {
  /** Performs everything that is due. */
  passTime(): void
  move(wanted: Move): Promise<number>
  /** The clock in API format. */
  read(): { now: string; ahead_seconds: number }
}

export function startClock({ stripe, crypto, btcpay, courier }: Worlds): Clock {
  let mover: Mover | null = null

  function passTime() {
    passStripeTime(stripe)
    passCryptoTime(crypto)
    passBtcpayTime(btcpay)
  }
  return {
    passTime,
    async setClock(ahead) {
      setAhead(ahead)
      passTime()
      await Promise.race([courier.idle(), delay(deliveredWithin, undefined, { ref: false })])
    },
    onMove(given) {
      mover = given
    },
    async move(wanted) {
      if (!mover) throw new ClockStays('The shop has not started yet: try again in a moment.')
      return mover(wanted)
    },
    read: () => ({ now: clock.date().toISOString(), ahead_seconds: clock.ahead() / 1000 }),
  }
}
