import { mailPauseRefusals } from '#contract/platform/sessions.ts'
import { type Database, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { enqueue } from '#server/kernel/jobs/jobs.ts'
import { beginMailPause, resetName, verificationName } from '#server/platform/mail/pauses.ts'
import { requestedReset, requestedVerification } from './jobs.ts'
import { waitOf } from './wait.ts'

// The job finds the account, so neither the response nor its timing reveals it.

// No pause is longer than a link is valid, so a stranger's requests leave the owner a valid one.
const verificationPauses = [60, 300, 1800, 86_400]
const resetPauses = [60, 300, 1800, 3600]

/** At first one mail a minute, then fewer, also for unknown addresses. Refuses earlier requests. */
export async function requestVerification(
  db: Database,
  signup: { email: string; username?: string | undefined },
) {
  await transaction(db, async (tx) => {
    const pause = await beginMailPause(
      tx,
      'verification',
      verificationName(signup),
      verificationPauses,
    )
    if (pause?.times === 1) throw new Refusal(mailPauseRefusals.mail_too_soon)
    if (pause) throw tooOften(pause)
    await enqueue(tx, requestedVerification, signup)
  })
}

/**
 * A repeated request within a minute does nothing, because the mail is on its way. After several
 * mails, requests are refused for longer, whether or not the account exists.
 */
export async function requestPasswordReset(
  db: Database,
  user: { username: string; email: string },
) {
  await transaction(db, async (tx) => {
    const { username, email } = user
    const pause = await beginMailPause(tx, 'reset', resetName(user), resetPauses)
    if (pause?.times === 1) return
    if (pause) throw tooOften(pause)
    await enqueue(tx, requestedReset, { username, email })
  })
}

function tooOften({ left }: { left: number }) {
  return new Refusal(mailPauseRefusals.mailed_often, { values: { wait: waitOf(left) } })
}
