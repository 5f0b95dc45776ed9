import { sql } from 'kysely'
import type { WatchedName } from '#contract/platform/health.ts'
import { commonRefusals } from '#contract/wire/refusals.ts'
import { DiscordDown, DiscordRefused, discordCodes } from '#server/adapters/discord/discord.ts'
import { MailServerFailure, UncertainMailFailure } from '#server/adapters/mail/mail.ts'
import { ProviderDown, ProviderMisconfigured } from '#server/adapters/payments/payments.ts'
import { StateSilent } from '#server/adapters/vies/vies.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'
import { watchCalls } from '#server/kernel/network/watch-calls.ts'
import { withoutAddresses } from '#server/platform/logs/without-addresses.ts'

/** In milliseconds, per process. Only the minute of a success is shown. */
const successEvery = 60_000
const failureEvery = 5000

/** An invalid token, an unknown server, and a bot that is not a member of it. */
const discordUnusable: readonly number[] = [
  401,
  discordCodes.unknownServer,
  discordCodes.missingAccess,
]

/** A refusal of this customer or this order is a valid answer, not a failure. */
const isFailure: Record<WatchedName, (error: unknown) => boolean> = {
  stripe: (error) => error instanceof ProviderDown,
  nowpayments: (error) => error instanceof ProviderDown,
  btcpay: (error) => error instanceof ProviderDown,
  mail: (error) => error instanceof MailServerFailure || error instanceof UncertainMailFailure,
  discord: (error) =>
    error instanceof DiscordDown ||
    (error instanceof DiscordRefused && discordUnusable.includes(error.code)),
  // A webhook has a single purpose, so a refusal means that the webhook was deleted.
  announcements: (error) => error instanceof DiscordDown || error instanceof DiscordRefused,
  captcha: (error) =>
    error instanceof Refusal && error.code === commonRefusals.captcha_unavailable.code,
  // A single member state's register is often unavailable, and reported separately.
  vies: (error) => error instanceof ProviderDown && !(error instanceof StateSilent),
  files: (error) => error instanceof FilesTrouble,
}

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
    // A change between success and failure is recorded at once.
    Object.assign(noted, { [kind]: now, [other]: Number.NEGATIVE_INFINITY })
    void noteOutcome(db, name, kind === 'failure' ? error : undefined).catch(() => {})
  }

  return watchCalls(adapter, { answered: () => note(), failed: note })
}

/** A misconfigured account fails only some calls, so only a test (`checked`) clears its failure. */
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

/** Counts a webhook that was not sent by the provider, or was signed with another secret. */
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
  // A refusal's message is written for customers. Its cause has the actual reason.
  const reason = error instanceof Refusal && cause instanceof Error ? cause.message : message
  return withoutAddresses(String(reason), 300)
}
