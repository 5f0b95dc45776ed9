import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { linkRefusals } from '#contract/link-refusals.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { sharedSecret } from '#server/kernel/secrets.ts'

/** The link of a mail that asks where a payout goes. It opens that payout alone. */
export async function payoutLink(db: Database, siteUrl: string, id: string) {
  const key = await sharedSecret(db, 'payouts')
  return `${siteUrl}/payout?token=${id}.${sign(key, id)}`
}

/** The payout that a link is of. Throws 400 for a link that the shop did not make. */
export async function readPayoutLink(db: Database, token: string): Promise<string> {
  const [given = '', signature = ''] = token.split('.')
  const id = z.uuid().safeParse(given).data
  const expected = Buffer.from(id ? sign(await sharedSecret(db, 'payouts'), id) : '')
  const genuine = Buffer.from(signature)
  if (!id || genuine.length !== expected.length || !timingSafeEqual(genuine, expected))
    throw new Refusal(linkRefusals.incomplete_link)
  return id
}

function sign(key: Buffer, id: string): string {
  return createHmac('sha256', key).update(`payout ${id}`).digest('base64url').slice(0, 32)
}
