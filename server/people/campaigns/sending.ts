import { setTimeout as delay } from 'node:timers/promises'
import { MailServerFailure } from '#server/adapters/mail/mail.ts'
import type { Database, Tx } from '#server/kernel/database/database.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { unsubscribeLinks } from '#server/platform/mail/unsubscribe.ts'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { giveBackLease, keepLease, takeLease } from './lease.ts'
import { campaignMail } from './mail-texts.ts'
import { reserveSlot, untilNextSlot } from './rate-limit.ts'
import { type Claimed, claimRecipients, settleFailure, settleSent } from './recipients.ts'

type Means = Pick<PlatformShop, 'db' | 'mail' | 'config'>

/** The length of a run. It is short so that a server stop need not wait for a campaign. */
const runMilliseconds = 2000
/** The maximum length of a run that waits for slow recipients. */
const mostRunMilliseconds = 30_000
/** Slower mails no longer delay the others. At most `mostSlow` may be slow at a time. */
const patienceMilliseconds = 500
const mostSlow = 8
/** How long the sender pauses after a mail server has accepted nothing. */
const restMilliseconds = 15_000
const heldMilliseconds = 2000
const unconfiguredMilliseconds = 60_000

/** Calls `comeAgain` if there is more to do. Of several concurrent calls, only one sends. */
export async function sendCampaign(
  means: Means,
  id: number,
  comeAgain: (db: Database | Tx, at: Date) => Promise<void>,
): Promise<void> {
  const { db, mail } = means
  const later = (milliseconds: number) => new Date(clock.now() + milliseconds)
  if (!mail) return comeAgain(db, later(unconfiguredMilliseconds))
  const lease = await takeLease(db, id)
  if (!lease) return comeAgain(db, later(heldMilliseconds))
  const stopKeeping = keepLease(db, id, lease)
  try {
    const rest = await sendSome(means, mail, id, lease)
    await giveBackLease(db, id, lease, rest, comeAgain)
  } finally {
    stopKeeping()
  }
}

/** Returns for how many milliseconds nothing should be sent. */
async function sendSome(
  { db, config }: Means,
  mail: NonNullable<PlatformShop['mail']>,
  id: number,
  lease: string,
): Promise<number> {
  const words = await db
    .selectFrom('campaigns')
    .select(['subject', 'content'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const compose = campaignMail(config, words)
  const linkOf = await unsubscribeLinks(db, config.siteUrl)
  const { hostname } = new URL(config.siteUrl)
  // Mails of a quarter of a second, to limit how many a kill can leave in an unknown state.
  const together = Math.min(8, Math.max(1, Math.floor(config.campaignRate / 4)))

  async function send(recipient: Claimed): Promise<Error | undefined> {
    const { headers, ...letter } = compose(linkOf(recipient.userId))
    try {
      await mail.send({
        ...letter,
        to: recipient.email,
        headers: {
          ...headers,
          'Message-ID': `<campaign-${id}-${recipient.userId}@${hostname}>`,
          'Auto-Submitted': 'auto-generated',
        },
      })
    } catch (error) {
      await settleFailure(db, id, recipient, error as Error)
      return error as Error
    }
    await settleSent(db, id, recipient)
  }

  const under = new Set<Promise<void>>()
  let unreachable = 0
  let broken: unknown
  function begin(recipient: Claimed): Promise<void> {
    const sending = send(recipient)
      .then((failure) => {
        unreachable = failure instanceof MailServerFailure ? unreachable + 1 : 0
      })
      // A result that could not be written ends the run. The next run treats the mail as unknown.
      .catch((error) => {
        broken ??= error
      })
      .finally(() => under.delete(sending))
    under.add(sending)
    return sending
  }

  const end = performance.now() + runMilliseconds
  const atLatest = performance.now() + mostRunMilliseconds
  try {
    // Keeps sending to other recipients while slow ones are pending.
    while (performance.now() < end || (under.size > 0 && performance.now() < atLatest)) {
      const wait = await reserveSlot(db, together, config.campaignRate)
      if (wait === undefined) return untilNextSlot(db)
      await delay(wait)
      const { found, claimed } = await claimRecipients(db, id, lease, together)
      if (found === 0) return 0
      const sent = Promise.all(claimed.map(begin))
      await Promise.race([sent, delay(patienceMilliseconds, undefined, { ref: false })])
      while (under.size >= mostSlow) await Promise.race(under)
      if (broken) throw broken
      if (claimed.length > 0 && unreachable >= claimed.length) return restMilliseconds
    }
    return 0
  } finally {
    await Promise.all(under)
  }
}
