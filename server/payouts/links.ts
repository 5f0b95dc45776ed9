import * as z from 'zod'
import { linkRefusals } from '#contract/link-refusals.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { sharedSecret } from '#server/kernel/secrets.ts'
import { isSignature, signText } from '#server/kernel/signatures.ts'

const length = 32

const textOf = (id: string) => `payout ${id}`

/** The link of a mail that asks where a payout goes. It opens that payout alone. */
export async function payoutLink(db: Database, siteUrl: string, id: string) {
  const key = await sharedSecret(db, 'payouts')
  return `${siteUrl}/payout?token=${id}.${signText(key, textOf(id), length)}`
}

/** The payout that a link is of. Throws 400 for a link that the shop did not make. */
export async function readPayoutLink(db: Database, token: string): Promise<string> {
  const [given = '', signature = ''] = token.split('.')
  const id = z.uuid().safeParse(given).data
  const key = await sharedSecret(db, 'payouts')
  if (!id || !isSignature(signature, key, textOf(id), length))
    throw new Refusal(linkRefusals.incomplete_link)
  return id
}
