import { setTimeout as delay } from 'node:timers/promises'
import { health, type WatchedName } from '#contract/platform/health.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { checkStorage } from '#server/adapters/storage/check.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { noteOutcome } from './outcomes.ts'

type Services = Pick<
  PlatformShop,
  'db' | 'card' | 'crypto' | 'mail' | 'discord' | 'announcements' | 'captcha' | 'vies' | 'storage'
>

/** The timeout of a test, in milliseconds. An administrator waits for the result. */
const within = 10_000

/** Records the outcome. Refuses if the service is not configured. */
export async function testService(shop: Services, name: WatchedName) {
  const test = checkOf(shop, name)
  if (!test) throw new Refusal(health.test.refusals.not_configured)
  const late = new AbortController()
  try {
    await Promise.race([
      test(),
      delay(within, undefined, { signal: late.signal }).then(() => {
        throw new Error('No answer within 10 seconds')
      }),
    ])
    await noteOutcome(shop.db, name, undefined, { checked: true })
  } catch (error) {
    await noteOutcome(shop.db, name, error)
  } finally {
    late.abort()
  }
}

/** The call proves that the service accepts the shop's key. Null if it is not configured. */
export function checkOf(
  { card, crypto, mail, discord, announcements, captcha, vies, storage }: Omit<Services, 'db'>,
  name: WatchedName,
): (() => Promise<void>) | null {
  switch (name) {
    case 'stripe':
      return card && (() => card.check())
    case 'nowpayments':
    case 'btcpay': {
      const provider = crypto[name]
      return provider && (() => provider.check())
    }
    case 'mail':
      return mail && (() => mail.check())
    case 'discord':
      return discord && (() => discord.check())
    case 'announcements':
      return announcements && (() => announcements.check())
    case 'captcha':
      return captcha.page.kind === 'altcha' ? null : () => judgeNothing(captcha)
    case 'vies':
      return () => vies.check()
    case 'files':
      return () => checkStorage(storage)
  }
}

/** A provider that responds and knows the key reports an invalid token as invalid. */
async function judgeNothing(captcha: PlatformShop['captcha']) {
  try {
    await captcha.check('none', '127.0.0.1')
  } catch (error) {
    const unavailable = commonRefusals.captcha_unavailable.code
    if (!(error instanceof Refusal) || error.code === unavailable) throw error
  }
}
