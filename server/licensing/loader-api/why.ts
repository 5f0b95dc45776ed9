import { sql } from 'kysely'
import { type LoaderCode, sayCode } from '#contract/licensing/loader-codes.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { Marks } from '#server/licensing/devices/components.ts'
import { nextReleaseAt } from '#server/licensing/devices/cooldown.ts'
import type { LicensingShop } from '#server/licensing/licensing-shop.ts'
import { type Build, decide, minimumFor, standingOf, standingOfLoader } from './decide.ts'
import { type Facts, frozenFor, heldFor, pausedMs, readFacts } from './facts.ts'

type Rest = Pick<Facts, 'pausedUntil' | 'held'>

/** Answers for the loader on the customer's last computer. */
export async function whyNot(
  { db, loaders, settings }: LicensingShop,
  userId: number,
  productId: number,
) {
  const product = await db
    .selectFrom('products')
    .select('slug')
    .where('id', '=', productId)
    .executeTakeFirst()
  if (!product) throw new Refusal(productRefusals.unknown_product)
  const token = await db
    .selectFrom('loader_tokens')
    .select(['id', 'name', 'build', 'seen'])
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const facts = token && (await readFacts(db, token.id, product.slug))
  const rules = loaders.rules()
  if (!facts) return withoutLoader()
  const look = {
    marks: (token.seen as Marks | null) ?? ownMarksOf(facts),
    build: token.build as Build | null,
    at: clock.now(),
  }
  // The loader is paired but has not started a game yet, so its computer is unknown.
  const unseen = facts.tokenDevice === null && token.seen === null
  const code = unseen
    ? (standingOfLoader(facts, rules, look.at) ?? 'VALID')
    : decide(facts, rules, look).code
  return tell(code, token.name, facts)

  /** No loader is paired. Problems of the account still come first. */
  async function withoutLoader() {
    const run = await lastRun()
    const account = { ...(await readAccount()), banned: false, revoked: false }
    const standing = standingOf({ ...account, ...run }, rules, clock.now())
    return tell(standing ?? 'NO_DEVICE', null, run)
  }

  function readAccount() {
    return db
      .selectFrom('products')
      .select('loader_offline as offline')
      .select(({ selectFrom }) =>
        selectFrom('infractions')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('user_id', '=', userId)
          .where('cleared_at', 'is', null)
          .$asScalar()
          .$notNull()
          .as('infractions'),
      )
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
  }

  async function lastRun() {
    const row = await db
      .selectFrom('subscriptions')
      .select(['ends_at', frozenFor(sql`${userId}`, sql`${productId}`).as('frozen')])
      .select(pausedMs(sql`${userId}`, sql`${productId}`).as('pausedUntil'))
      .select(heldFor(sql`${userId}`, sql`${productId}`).as('held'))
      .where('user_id', '=', userId)
      .where('product_id', '=', productId)
      .orderBy('ends_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { ends_at, frozen = false, pausedUntil = null, held = false } = row ?? {}
    return { endsAt: ends_at?.getTime() ?? null, frozen, pausedUntil, held }
  }

  async function tell(code: LoaderCode, device: string | null, run: Rest) {
    const minimum = facts ? minimumFor(facts, rules) : settings().loader_minimum
    const release = ['DEVICE_MISMATCH', 'TOO_MANY_DEVICES'].includes(code)
    return {
      code,
      ...sayCode(code, { minimum, paused_until: run.pausedUntil, held: run.held }),
      frozen_by: code === 'FROZEN' ? frozenBy(run) : null,
      next_release_at: release ? await nextReleaseAt(db, userId, settings(), clock.now()) : null,
      device,
    }
  }
}

function frozenBy({ pausedUntil, held }: Rest): 'pause' | 'dispute' | 'shop' {
  if (pausedUntil !== null) return 'pause'
  return held ? 'dispute' : 'shop'
}

const ownMarksOf = ({ devices, tokenDevice }: Facts): Marks =>
  devices.find(({ id }) => id === tokenDevice)?.marks ?? {}
