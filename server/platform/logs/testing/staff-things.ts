import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { demoProgram } from '#demo/loader/program.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { newUpload } from '#server/kernel/testing/picture.ts'
import type { TestShop } from '#server/kernel/testing/shop.ts'
import { sendFile } from '#server/licensing/releases/testing/send-file.ts'
import { previewBatch } from '#server/outages/credits/preview.ts'

export type Call = { path: string; payload?: object | Buffer; query?: Record<string, string> }

export const unique = () => randomBytes(5).toString('hex')
const day = 86_400_000

/** New ones on each call. Most functions return an id. */
export function staffThings({ db, app }: TestShop, cookie: string) {
  /** Creates an object through the back-office API. */
  async function made<T = { id: number }>(path: string, payload: object | Buffer, query = {}) {
    const answer = await app.inject({
      method: 'POST',
      url: `/api${path}`,
      ...sent({ path, payload, query }, cookie),
    })
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
    return answer.json() as T
  }
  const customer = async () => (await signIn(app)).user.id
  const product = async () => {
    const name = `Game ${unique()}`
    return (await made('/admin/games/', { name, price: 5, image: await newUpload() })).id
  }
  const ticket = async () => {
    const values = {
      user_id: await customer(),
      title: 'T',
      content: 'C',
      category: 'Account',
    } as const
    return (await db.insertInto('tickets').values(values).returning('id').executeTakeFirstOrThrow())
      .id
  }
  const codes = async () => {
    const dates = {
      start_date: new Date().toISOString(),
      end_date: new Date(Date.now() + day).toISOString(),
    }
    return [{ code: unique().toUpperCase(), gid: await product(), type: 1, amount: 10, ...dates }]
  }
  const words = () => ({ title: unique(), content: 'Text', author: 'Mara' })
  const post = async () =>
    (await made('/admin/blogs/', { ...words(), image: await newUpload() })).id
  const newRelease = async () => {
    // Digits alone must not begin with a zero.
    const version = `1.0.${Date.now()}-r${unique()}`
    return { version, upload: await sendFile(app, { cookie, bytes: demoProgram('1'), version }) }
  }
  const release = async () => made('/admin/loader/releases/', await newRelease())
  const promoted = async () => {
    const { id } = await release()
    await made(`/admin/loader/releases/${id}/promote`, {})
    return id
  }
  const failedBuild = async () => {
    const { id: release_id } = await release()
    const values = { user_id: await customer(), release_id, status: 'failed', error: 'x' } as const
    const build = db.insertInto('loader_builds').values(values).returning('id')
    return (await build.executeTakeFirstOrThrow()).id
  }
  const revoking = async () => {
    const { id: release_id } = await release()
    const values = { user_id: await customer(), release_id, status: 'building' } as const
    const build = db.insertInto('loader_builds').values(values).returning('id')
    const { id } = await build.executeTakeFirstOrThrow()
    return { scope: 'build', build: id, state: 'revoked', reason: 'Leaked' }
  }
  const revocation = async () => (await made('/admin/loader/revocations/', await revoking())).id
  const evidence = async () =>
    (
      await made<{ evidence: number }>('/admin/loader/traces/file', randomBytes(300), {
        keep: 'true',
      })
    ).evidence
  const module = async () => {
    const repo = `module-${unique()}`
    await made('/admin/modules/', { repo, version: '1', status: 'operational' })
    return repo
  }
  const newUser = () => ({ username: `u-${unique()}`, email: `${unique()}@example.com` })
  const gift = async () => {
    const [uid, game_id] = [await customer(), await product()]
    return { uid, game_id }
  }
  const campaign = async () => {
    await customer()
    const mail = { subject: unique(), body: 'B', recipient_group: 'all' }
    return (await made('/admin/mail/', mail)).id
  }
  const suppressed = async () => {
    const payload = { email: `${unique()}@example.com` }
    await made('/admin/mail/suppressions', payload)
    return payload
  }
  const mail = async () => {
    const user_id = await customer()
    const { email } = await db
      .updateTable('users')
      .set({ verified_at: null })
      .where('id', '=', user_id)
      .returning('email')
      .executeTakeFirstOrThrow()
    const values = { user_id, recipient: email, template: 'verification', status: 'sent' } as const
    const row = db
      .insertInto('mails')
      .values({ ...values, subject: 'S', text_body: '', html_body: '' })
      .returning('id')
    return (await row.executeTakeFirstOrThrow()).id
  }

  const device = async () =>
    db
      .insertInto('devices')
      .values({ user_id: await customer() })
      .returning(['id', 'user_id'])
      .executeTakeFirstOrThrow()

  /** A previewed credit batch that gives a customer a day. */
  const batch = async () => {
    const { uid, game_id } = await gift()
    await made(`/admin/subscriptions/${uid}`, { game_id, term_length: 30 })
    const { id } = await made('/admin/credits/', { game_id, hours: 24, title: unique() })
    await made(`/admin/credits/${id}/preview`, {})
    await previewBatch(db, id)
    return id
  }

  const incident = async () => ({
    title: unique(),
    repos: [await module()],
    status: 'offline' as const,
    text: 'It does not start',
  })

  async function failedJob() {
    const { rows } = await sql<{ id: string }>`
      select (graphile_worker.add_job('mail.send', '{"mail":0}')).id::text`.execute(db)
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'No luck'
       where id = ${rows[0]!.id}`.execute(db)
    return rows[0]!.id
  }

  return {
    made,
    device,
    batch,
    incident,
    customer,
    product,
    ticket,
    codes,
    words,
    post,
    newRelease,
    release,
    promoted,
    failedBuild,
    revoking,
    revocation,
    evidence,
    module,
    newUser,
    gift,
    campaign,
    suppressed,
    mail,
    failedJob,
  }
}

/** The call in the form of an HTTP request. */
export function sent({ payload, query = {} }: Call, cookie: string) {
  const type = Buffer.isBuffer(payload) ? 'application/octet-stream' : 'application/json'
  return {
    query,
    headers: { cookie, ...(payload && { 'content-type': type }) },
    ...(payload && { payload: Buffer.isBuffer(payload) ? payload : JSON.stringify(payload) }),
  }
}
