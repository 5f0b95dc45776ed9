import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Components } from '#contract/wire/components.ts'
import { productRefusals } from '#contract/wire/product-refusals.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { bindDevice, noteMismatch, recordDrift } from '#server/licensing/devices/bind.ts'
import { marksOf } from '#server/licensing/devices/components.ts'
import { nextReleaseAt } from '#server/licensing/devices/cooldown.ts'
import { ownMarks } from '#server/licensing/devices/matching.ts'
import type { LicensingShop } from '#server/licensing/licensing-shop.ts'
import { lockRow } from '#server/platform/users/users.ts'
import type { Admitted } from './admit.ts'
import { type Build, type Decision, decide, type Look, lowestFree, minimumFor } from './decide.ts'
import { type Facts, readFacts } from './facts.ts'
import { entitledUntil, signEntitlement } from './signing.ts'

type Asked = { product: string; components: Components; build?: string | null | undefined }
type Valid = Extract<Decision, { code: 'VALID' }>

/** Binds the computer if it is new, and starts its session. Throws `unknown_product`. */
export async function validate(shop: LicensingShop, token: Admitted, asked: Asked) {
  const { db, loaders, settings } = shop
  const build = loaders.buildOf(asked.build)
  const at = clock.now()
  const look = { marks: marksOf(loaders.markKey!, asked.components), build, at }
  let heard = loaders.heard()
  let facts = await requireFacts(db, token.id, asked.product, build)
  let decision = decide(facts, loaders.rules(), look)
  if (writes(facts, decision, look)) {
    // Decides again with the user locked, so that concurrent requests bind a computer only once.
    ;({ facts, decision } = await transaction(db, async (tx) => {
      await lockRow(tx, token.userId)
      heard = loaders.heard()
      const facts = await requireFacts(tx, token.id, asked.product, build)
      const decision = decide(facts, loaders.rules(), look)
      return { facts, decision: await carryOut(tx, shop, { facts, decision, look }) }
    }))
  }
  // Withdrawn builds were handled before. A failure to count must not stop anybody from playing.
  if (build && !facts.withdrawn)
    await loaders
      .heat({ ...build, own: ownMarks(look.marks) }, settings().share_devices)
      .catch((error: unknown) => {
        if (shop.config.logLevel !== 'silent') console.error(error)
      })
  if (decision.code === 'VALID') {
    const { productId, tokenId, userId, endsAt } = facts
    if (productId !== null)
      loaders.note(
        decision.session!,
        { tokenId, userId, slug: asked.product, endsAt: endsAt! },
        heard,
      )
  }
  return present(shop, { facts, decision, look, slug: asked.product })
}

async function requireFacts(
  db: LicensingShop['db'],
  tokenId: number,
  slug: string,
  build: Build | null,
): Promise<Facts> {
  const facts = await readFacts(db, tokenId, slug, build)
  // The token was deleted with its account, but stays in the token cache for up to an hour.
  if (!facts) throw new Refusal(commonRefusals.unpaired)
  if (facts.productId === null) throw new Refusal(productRefusals.unknown_product)
  return facts
}

function writes(facts: Facts, decision: Decision, { build }: Look): boolean {
  if (decision.code === 'DEVICE_MISMATCH') return true
  const another = facts.tokenBuild !== build?.build
  if (decision.code === 'BUILD_REVOKED') return another
  if (decision.code !== 'VALID') return false
  const { device, place, drift, session } = decision
  return (
    !device ||
    place ||
    drift.length > 0 ||
    !session ||
    another ||
    facts.strayed ||
    facts.tokenDevice !== device
  )
}

type Decided = { facts: Facts; decision: Decision; look: Look }

async function carryOut(
  tx: Tx,
  shop: LicensingShop,
  { facts, decision, look }: Decided,
): Promise<Decision> {
  const { userId, tokenId } = facts
  if (decision.code === 'DEVICE_MISMATCH') {
    await noteMismatch(tx, userId, facts.tokenDevice!)
    await noteLook(tx, tokenId, { device_id: facts.tokenDevice, look, own: false })
  }
  if (decision.code === 'BUILD_REVOKED') await noteBuild(tx, tokenId, look.build)
  if (decision.code !== 'VALID') return decision
  const device = decision.device ?? (await bind(tx, shop, facts, look))
  if (decision.place) await takePlace(tx, facts, device)
  if (decision.drift.length > 0) {
    const record = facts.devices.find(({ id }) => id === device)!
    await recordDrift(tx, userId, record, look.marks, { kinds: decision.drift, at: look.at })
  }
  await noteLook(tx, tokenId, { device_id: device, look, own: true })
  const session = decision.session ?? (await begin(tx, shop, facts, device))
  return { ...decision, device, session }
}

async function bind(
  tx: Tx,
  { config }: LicensingShop,
  { userId, tokenId }: Facts,
  { marks }: Look,
) {
  const { name, os } = await tx
    .selectFrom('loader_tokens')
    .select(['name', 'os'])
    .where('id', '=', tokenId)
    .executeTakeFirstOrThrow()
  return bindDevice(tx, { userId, name, os, marks }, config)
}

async function takePlace(tx: Tx, { userId, productId, places }: Facts, device: number) {
  await tx
    .insertInto('device_places')
    .values({
      user_id: userId,
      product_id: productId!,
      place: lowestFree(places),
      device_id: device,
    })
    .execute()
}

/** Stores what the loader's last answer was based on, so that a customer can ask for the reason. */
async function noteLook(
  tx: Tx,
  tokenId: number,
  { device_id, look, own }: { device_id: number | null; look: Look; own: boolean },
) {
  await tx
    .updateTable('loader_tokens')
    .set({
      device_id,
      build: look.build && JSON.stringify(look.build),
      seen: own ? null : JSON.stringify(look.marks),
      last_used_at: sql`now()`,
    })
    .where('id', '=', tokenId)
    .execute()
}

/** If the build was withdrawn, nothing else about the loader is checked. */
async function noteBuild(tx: Tx, tokenId: number, build: Build | null) {
  await tx
    .updateTable('loader_tokens')
    .set({ build: JSON.stringify(build) })
    .where('id', '=', tokenId)
    .execute()
}

async function begin(
  tx: Tx,
  { loaders }: LicensingShop,
  facts: Facts,
  device: number,
): Promise<string> {
  const { userId, productId, tokenId } = facts
  const { lostAfter } = loaders.rules()
  const isLive = ({ beat }: Facts['sessions'][number]) => clock.now() - beat < lostAfter
  const lost = facts.sessions.filter((session) => !isLive(session)).map(({ id }) => id)
  if (lost.length > 0)
    await tx
      .updateTable('loader_sessions')
      .set({ ended_at: sql`now()` })
      .where('id', 'in', lost)
      .execute()
  const id = randomUUID()
  await tx
    .insertInto('loader_sessions')
    .values({
      id,
      token_id: tokenId,
      user_id: userId,
      product_id: productId!,
      device_id: device,
      seat: lowestFree(facts.sessions.filter(isLive).map(({ seat }) => seat)),
    })
    .execute()
  return id
}

async function present(
  shop: LicensingShop,
  { facts, decision, look, slug }: Decided & { slug: string },
) {
  const { db, settings, loaderKey, loaders } = shop
  const { beat_seconds } = settings()
  const asksRelease = ['DEVICE_MISMATCH', 'TOO_MANY_DEVICES'].includes(decision.code)
  const isValid = decision.code === 'VALID'
  return {
    code: decision.code,
    next_release_at: asksRelease
      ? await nextReleaseAt(db, facts.userId, settings(), clock.now())
      : null,
    minimum: minimumFor(facts, loaders.rules()) || null,
    paused_until: facts.pausedUntil,
    held: facts.held,
    session: isValid ? { id: decision.session!, beat_seconds } : null,
    device: isValid ? decision.device : null,
    ends_at: isValid ? new Date(facts.endsAt!) : null,
    entitlement: isValid ? entitle() : null,
  }

  function entitle() {
    const { userId, endsAt, offlineHours } = facts
    if (offlineHours === 0) return null
    const ends = new Date(endsAt!)
    return signEntitlement(loaderKey, {
      v: 1,
      uid: userId,
      device: (decision as Valid).device!,
      build: (look.build as Build).build,
      products: [{ slug, ends_at: ends.toISOString() }],
      issued_at: new Date(look.at).toISOString(),
      not_after: new Date(entitledUntil(endsAt!, look.at, offlineHours)).toISOString(),
    })
  }
}
