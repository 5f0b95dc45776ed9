import { sql } from 'kysely'
import type { Channel } from '#contract/licensing/releases.ts'
import { DiscordDown } from '#server/adapters/discord/discord.ts'
import type { Announcement, Announcements } from '#server/adapters/discord/webhook.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { writeLog } from '#server/platform/logs/log.ts'

type Sender = { siteUrl: string; shopName: string }
type Post = { release: number; channel: Channel }

/** Maximum length of the notes in a post. The rest is behind the link. */
const mostNotes = 1500

/** Records the post first and never repeats an unknown outcome. Throws definite failures. */
export async function postRelease(
  db: Database,
  announcements: Announcements,
  sender: Sender,
  post: Post,
): Promise<void> {
  const told = await findTold(db, post)
  if (!told) return
  const { release: release_id, channel } = post
  const { numInsertedOrUpdatedRows: begun } = await db
    .insertInto('release_posts')
    .values({ release_id, channel })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (begun !== 1n) return settleBegun(db, post)
  const message_id = await announcements
    .post(announcementOf(told, sender))
    .catch(async (error: unknown) => {
      if (error instanceof DiscordDown && error.mayHaveArrived) return null
      await db
        .deleteFrom('release_posts')
        .where('release_id', '=', release_id)
        .where('channel', '=', channel)
        .execute()
      throw error
    })
  if (message_id === null) return noteUnknown(db, post)
  await db
    .updateTable('release_posts')
    .set({ message_id })
    .where('release_id', '=', release_id)
    .where('channel', '=', channel)
    .execute()
}

/** The post is done, in progress, or abandoned by a process that died. */
async function settleBegun(db: Database, { release, channel }: Post) {
  const found = await db
    .selectFrom('release_posts')
    .select([
      'message_id',
      'unknown',
      sql<boolean>`begun_at > now() - interval '1 minute'`.as('fresh'),
    ])
    .where('release_id', '=', release)
    .where('channel', '=', channel)
    .executeTakeFirst()
  if (!found || found.message_id !== null || found.unknown) return
  if (found.fresh) throw new Error('Another process is posting it, or stopped while posting it')
  await noteUnknown(db, { release, channel })
}

async function noteUnknown(db: Database, { release, channel }: Post) {
  const { numUpdatedRows } = await db
    .updateTable('release_posts')
    .set({ unknown: true })
    .where('release_id', '=', release)
    .where('channel', '=', channel)
    .where('message_id', 'is', null)
    .where('unknown', '=', false)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return
  await writeLog(db, {
    level: 'warning',
    source: 'discord',
    message: 'A release may or may not have been announced on Discord. Check the channel',
    details: { release, channel },
  })
}

type Told = Awaited<ReturnType<typeof findTold>> & {}

/** Undefined if it is not offered in that channel, or its product is not public. */
function findTold(db: Database, { release, channel }: Post) {
  return db
    .selectFrom('loader_releases')
    .leftJoin('products', 'products.id', 'product_id')
    .select(['loader_releases.id', 'version', 'notes', 'percent', 'product_id'])
    .select(['products.name as product'])
    .where('loader_releases.id', '=', release)
    .where('percent', '>', 0)
    .where(sql<boolean>`products.hidden is not true`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('loader_promotions')
          .select('loader_promotions.id')
          .whereRef('release_id', '=', 'loader_releases.id')
          .where('loader_promotions.channel', '=', channel)
          .where('rolled_back_at', 'is', null),
      ),
    )
    .select(sql<Channel>`${channel}`.as('channel'))
    .executeTakeFirst()
}

function announcementOf(told: Told, { siteUrl, shopName }: Sender): Announcement {
  const { id, version, notes, percent, product_id, product, channel } = told
  const beta = channel === 'beta' ? ' (beta)' : ''
  return {
    title: `${product ?? `${shopName} Loader`} ${version}${beta}`,
    text: notes.length > mostNotes ? `${notes.slice(0, mostNotes).trimEnd()}…` : notes,
    url:
      product_id === null
        ? `${siteUrl}/dashboard?t=loader`
        : `${siteUrl}/product/${product_id}/changelog#release-${id}`,
    footer: percent < 100 ? 'It is being rolled out gradually.' : undefined,
  }
}
