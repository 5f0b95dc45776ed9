import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { services as declared } from '#contract/platform/services.ts'
import type { KeysOf } from '#server/kernel/config/service-keys.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import type { Staff } from '#server/platform/logs/staff.ts'
import { mailBy } from './adapters.ts'
import { good } from './findings/finding.ts'
import { explainMail } from './findings/mail.ts'
import { codeMail } from './mail-texts.ts'
import { type Means, requireSettable, setKeys } from './set.ts'
import { beginTrial, endTrial, readTrial, takeGuess } from './trials.ts'

type Given = { host: string; port: number; username: string; password: string; from: string }

/** Mails a code through the server to the administrator's own address. */
export async function tryMail(means: Means, staff: Staff & { email: string }, given: Given) {
  requireSettable(means, 'mail')
  const keys = mailKeys(given)
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
  const mail = mailBy(keys)
  try {
    const answer = await mail.hand({
      ...codeMail(means.config, code),
      to: staff.email,
      headers: {},
    })
    const trial = { service: 'mail', keys, expects: hashOf(code) } as const
    await beginTrial(means.db, means.services.ring, trial)
    const findings = [good(`The server accepted the email: “${answer.slice(0, 200)}”`)]
    return { saved: false, findings, sent_to: staff.email }
  } catch (error) {
    return { saved: false, findings: [explainMail(error, given)], sent_to: null }
  } finally {
    mail.close()
  }
}

export async function confirmMail(means: Means, staff: Staff, code: string) {
  requireSettable(means, 'mail')
  const { wrong_code, no_code, confirmed_already } = declared.confirmMail.refusals
  const trial = await readTrial(means.db, means.services.ring, 'mail')
  if (!trial && (await isConfirmed(means.db))) throw new Refusal(confirmed_already)
  if (!trial || !(await takeGuess(means.db, trial.id))) throw new Refusal(no_code)
  if (hashOf(code) !== trial.expects) throw new Refusal(wrong_code, { loc: ['body', 'code'] })
  await setKeys(means, staff, 'mail', trial.keys)
  await endTrial(means.db, trial.id)
}

/** Whether a code was confirmed, perhaps in another tab, and no server was tested since. */
async function isConfirmed(db: Means['db']): Promise<boolean> {
  const confirmed = await db
    .selectFrom('service_keys')
    .select('name')
    .where('name', '=', 'SMTP_URL')
    .where('set_at', '>', sql<Date>`now() - interval '1 day'`)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('service_trials').select('id').where('service', '=', 'mail'))),
    )
    .executeTakeFirst()
  return confirmed !== undefined
}

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Port 465 uses TLS from the start. On any other port, the server must upgrade to TLS. */
function mailKeys({ host, port, username, password, from }: Given): KeysOf<'mail'> {
  const account = username && `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  const protocol = port === 465 ? 'smtps' : 'smtp'
  return { SMTP_URL: `${protocol}://${account}${host}:${port}`, MAIL_FROM: from }
}
