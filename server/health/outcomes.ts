import { sql } from 'kysely'
import type { WatchedName } from '#contract/health.ts'
import { commonRefusals } from '#contract/refusals.ts'
import { DiscordDown, DiscordRefused, discordCodes } from '#server/adapters/discord/discord.ts'
import { MailServerFailure, UncertainMailFailure } from '#server/adapters/mail/mail.ts'
import { ProviderDown, ProviderMisconfigured } from '#server/adapters/payments/payments.ts'
import { StateSilent } from '#server/adapters/vies/vies.ts'
import type { Database } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { FilesTrouble } from '#server/kernel/files-trouble.ts'
import { watchCalls } from '#server/kernel/watch-calls.ts'
import { withoutAddresses } from '#server/logs/without-addresses.ts'

/** A success is noted once in so many milliseconds by each process: the minute is all that is told. */
const successEvery = 60_000
const failureEvery = 5000

/** A wrong token, no such server, and a bot that was not let into it. */
const discordUnusable: readonly number[] = [
  401,
  discordCodes.unknownServer,
  discordCodes.missingAccess,
]

/** Whether the service did not do its part. A "no" to this customer or this order is an answer. */
const isFailure: Record<WatchedName, (error: unknown) => boolean> = {
  stripe: (error) => error instanceof ProviderDown,
  nowpayments: (error) => error instanceof ProviderDown,
  btcpay: (error) => error instanceof ProviderDown,
  mail: (error) => error instanceof MailServerFailure || error instanceof UncertainMailFailure,
  discord: (error) =>
    error instanceof DiscordDown ||
    (error instanceof DiscordRefused && discordUnusable.includes(error.code)),
  // A webhook does one thing: a "no" to it is a webhook that is gone.
  announcements: (error) => error instanceof DiscordDown || error instanceof DiscordRefused,
  captcha: (error) =>
    error instanceof Refusal && error.code === commonRefusals.captcha_unavailable.code,
  // One state's register is away now and then; what waits for it is told beside.
  vies: (error) => error instanceof ProviderDown && !(error instanceof StateSilent),
  files: (error) => error instanceof FilesTrouble,
}

/** Wraps a service's adapter so that the time of its last success and last failure is recorded. */
export function notesOutcomes<Adapter extends object>(
  db: Database,
  name: WatchedName,
  adapter: Adapter,
): Adapter {
  const noted = { success: Number.NEGATIVE_INFINITY, failure: Number.NEGATIVE_INFINITY }

  function note(error?: unknown) {
    const kind = error !== undefined && isFailure[name](error) ? 'failure' : 'success'
    const other = kind === 'success' ? 'failure' : 'success'
    const now = performance.now()
    if (now - noted[kind] < (kind === 'success' ? successEvery : failureEvery)) return
    // What changes is noted at once.
    Object.assign(noted, { [kind]: now, [other]: Number.NEGATIVE_INFINITY })
    void noteOutcome(db, name, kind === 'failure' ? error : undefined).catch(() => {})
  }

  return watchCalls(adapter, { answered: () => note(), failed: note })
}

/**
 * Notes a failure, or without one a success. An account that is not set up as the shop needs it
 * fails some calls only, so a success of another call does not end that failure: only `checked` does,
 * a test of the whole service.
 */
export async function noteOutcome(
  db: Database,
  name: WatchedName,
  error?: unknown,
  { checked = false } = {},
) {
  const succeeded = error === undefined
  const outcome = succeeded
    ? { succeeded_at: sql<Date>`now()`, ...(checked && { needs_check: false }) }
    : {
        failed_at: sql<Date>`now()`,
        error: reasonOf(error),
        ...(error instanceof ProviderMisconfigured && { needs_check: true }),
      }
  await db
    .insertInto('services')
    .values({ name, ...outcome })
    .onConflict((conflict) => {
      const known = conflict.column('name').doUpdateSet(outcome)
      return succeeded && !checked ? known.where('services.needs_check', '=', false) : known
    })
    .execute()
}

/** Counts a webhook that somebody else than the provider sent, or that was signed with another secret. */
export async function noteForgery(db: Database, name: WatchedName) {
  await db
    .insertInto('services')
    .values({ name, forged: 1, forged_at: sql`now()` })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ forged: sql`services.forged + 1`, forged_at: sql`now()` }),
    )
    .execute()
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  // A refusal's own sentence is for customers: the reason is behind it.
  const reason = error instanceof Refusal && cause instanceof Error ? cause.message : message
  return withoutAddresses(String(reason), 300)
}
