import type { LoaderCode } from '#contract/licensing/loader-codes.ts'
import type { ComponentKind } from '#contract/wire/components.ts'
import type { Marks } from '#server/licensing/devices/components.ts'
import { compare, isSufficient } from '#server/licensing/devices/matching.ts'
import { offerOf } from '#server/licensing/releases/offer.ts'
import { isOlder } from '#server/licensing/releases/versions.ts'
import type { Facts } from './facts.ts'

export type Build = {
  build: string
  uid: number
  version: string
  issued_at: string
}

export type Rules = {
  maintenance: boolean
  /** The number of infractions at which access is suspended. 0: never. */
  suspendAt: number
  /** The oldest loader version that may run, regardless of what is offered. Empty: any version. */
  minimum: string
  /** A session is over after this many milliseconds without a heartbeat. */
  lostAfter: number
}

export type Look = { marks: Marks; build: Build | null; at: number }

export type Decision =
  | { code: Exclude<LoaderCode, 'VALID'> }
  | {
      code: 'VALID'
      /** Null: the device has yet to be bound. */
      device: number | null
      /** The device has to take one of the product's device slots. */
      place: boolean
      drift: ComponentKind[]
      /** Null: the session has yet to be started. */
      session: string | null
    }

type Account = Pick<
  Facts,
  'banned' | 'infractions' | 'revoked' | 'endsAt' | 'frozen' | 'pausedUntil' | 'held' | 'offline'
>

/** Why the account may not play on any computer, or null if it may. */
export function standingOf(
  facts: Account,
  { maintenance, suspendAt }: Rules,
  at: number,
): LoaderCode | null {
  if (facts.banned) return 'BANNED'
  if (suspendAt > 0 && facts.infractions >= suspendAt) return 'SUSPENDED'
  if (facts.revoked) return 'NO_DEVICE'
  if (maintenance) return 'MAINTENANCE'
  if (facts.endsAt === null) return 'NO_SUBSCRIPTION'
  if (facts.frozen || facts.pausedUntil !== null || facts.held) return 'FROZEN'
  if (facts.endsAt <= at) return 'EXPIRED'
  if (facts.offline) return 'PRODUCT_OFFLINE'
  return null
}

export const standingOfLoader = (facts: Facts, rules: Rules, at: number): LoaderCode | null =>
  standingOf(facts, rules, at) ?? (facts.withdrawn ? 'BUILD_REVOKED' : null)

export function decide(facts: Facts, rules: Rules, look: Look): Decision {
  const refused = standingOf(facts, rules, look.at) ?? buildProblem(facts, rules, look.build)
  if (refused && refused !== 'VALID') return { code: refused }
  if (!isSufficient(look.marks)) return { code: 'COMPONENTS_INSUFFICIENT' }
  const found = facts.devices
    .map((device) => ({ device, ...compare(device, look.marks, look.at) }))
    .filter(({ same }) => same)
    .sort((a, b) => b.weight - a.weight)[0]
  // A loader stays bound to its computer: its tokens are not valid on another one.
  if (facts.tokenDevice !== null && found?.device.id !== facts.tokenDevice)
    return { code: 'DEVICE_MISMATCH' }
  const place = !found?.device.placed
  if (place && facts.places.length >= facts.deviceLimit) return { code: 'TOO_MANY_DEVICES' }
  const live = facts.sessions.filter(({ beat }) => look.at - beat < rules.lostAfter)
  const own = live.find(({ token }) => token === facts.tokenId)
  if (!own && live.length >= facts.sessionLimit) return { code: 'TOO_MANY_SESSIONS' }
  return {
    code: 'VALID',
    device: found?.device.id ?? null,
    place,
    drift: found?.drift ?? [],
    session: own?.id ?? null,
  }
}

export function offersOf({ userId: uid, beta, loaders, modules }: Facts) {
  return { loader: offerOf(loaders, { uid, beta }), module: offerOf(modules, { uid, beta }) }
}

/** The newest of the setting and the minimum versions of the offered releases. */
export function minimumFor(facts: Facts, { minimum }: Pick<Rules, 'minimum'>): string {
  const { loader, module } = offersOf(facts)
  return [loader?.minimum, module?.minimum].reduce<string>(
    (most, each) => (each && (!most || isOlder(most, each)) ? each : most),
    minimum,
  )
}

function buildProblem(facts: Facts, rules: Rules, build: Build | null) {
  const { userId } = facts
  if (!build) return 'BUILD_UNKNOWN'
  if (build.uid !== userId) return 'BUILD_NOT_YOURS'
  if (facts.withdrawn) return 'BUILD_REVOKED'
  const minimum = minimumFor(facts, rules)
  if (minimum && isOlder(build.version, minimum)) return 'VERSION_TOO_OLD'
  return null
}

export function lowestFree(taken: readonly number[]): number {
  let n = 1
  while (taken.includes(n)) n += 1
  return n
}
