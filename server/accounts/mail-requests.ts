import { type Database, transaction } from '#server/kernel/database.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { enqueue } from '#server/kernel/jobs.ts'
import { requestedReset, requestedVerification } from './jobs.ts'
import { beginMailPause } from './mail-pauses.ts'

// Whether there is such an account is looked up in the job: the answer and its time do not depend
// on it.

/** At most once a minute for an address, known or not; sooner is refused with 429. */
export async function requestVerification(db: Database, email: string) {
  await transaction(db, async (tx) => {
    if (!(await beginMailPause(tx, 'verification', email, 60))) {
      throw new Refusal(429, 'Please wait a minute before asking for another email')
    }
    await enqueue(tx, requestedVerification, { email })
  })
}

/** Asking again within a minute does nothing: the mail is on its way. */
export async function requestPasswordReset(
  db: Database,
  account: { username: string; email: string },
) {
  await transaction(db, async (tx) => {
    const { username, email } = account
    if (!(await beginMailPause(tx, 'reset', `${username} ${email}`, 60))) return
    await enqueue(tx, requestedReset, { username, email })
  })
}
