import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { computer, openLoaderShop } from './testing/loader-shop.ts'

const shop = await fileFixture(openLoaderShop())
const admin = await signIn(shop.app, { admin: true })

/** Mails that the administrator received about a customer. */
async function mailsAbout(username: string) {
  const rows = await shop.db
    .selectFrom('mails')
    .select(['subject', 'text_body'])
    .where('template', '=', 'sharing')
    .where('user_id', '=', admin.user.id)
    .where('text_body', 'like', `%${username}%`)
    .orderBy('id')
    .execute()
  return rows.map(({ subject, text_body }) => ({ subject, text: text_body }))
}

test('reports a device with five accounts to administrators and lets it play', async () => {
  const customers = []
  for (let n = 0; n < 5; n += 1) {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const { code } = await loader.validate(customer.slug, computer('shared'), customer.build)
    expect(code).toBe('VALID')
    customers.push(customer)
  }
  const told = await Promise.all(customers.map(({ user }) => mailsAbout(user.username)))
  expect(told.map(({ length }) => length)).toEqual([0, 0, 0, 0, 1])
  const [mail] = told[4]!
  expect(mail!.subject).toContain('One device with 5 accounts')
  expect(mail!.text).toContain(`/admin/users/${customers[4]!.user.id}`)
  expect(mail!.text).toContain('No action was taken')
})

test('answers with the decision if devices cannot be counted at the moment', async () => {
  const customer = await shop.addCustomer()
  const loader = await shop.pairNew(customer)
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(shop.db)
  await rename('build_computers', 'build_computers_away')
  const here = computer('uncounted')
  const answer = await loader
    .validate(customer.slug, here, customer.build)
    .finally(() => rename('build_computers_away', 'build_computers'))
  expect(answer).toMatchObject({ code: 'VALID', session: { id: expect.any(String) } })
  expect((await loader.validate(customer.slug, here, customer.build)).code).toBe('VALID')
})

describe('a build that is started on many devices', () => {
  const startOn = async (
    names: readonly string[],
    { build, slug }: { build: string; slug: string },
    as: { cookie: string },
  ) => {
    const codes = []
    for (const name of names) {
      const loader = await shop.pairNew(as)
      codes.push((await loader.validate(slug, computer(name), build)).code)
    }
    return codes
  }
  const noted = (build: string) => {
    const { build: id } = shop.shop.loaders.buildOf(build)!
    return shop.db
      .selectFrom('build_computers')
      .select(['own_marks', 'seen_at'])
      .where('build', '=', id)
      .execute()
  }

  test('is reported once a day, also if nearly all of them were refused', async () => {
    const owner = await shop.addCustomer()
    const told = () => mailsAbout(owner.user.username)
    expect(await startOn(['h0', 'h1', 'h2'], owner, owner)).toEqual([
      'VALID',
      'TOO_MANY_DEVICES',
      'TOO_MANY_DEVICES',
    ])
    const others = await Promise.all([0, 1, 2, 3].map(() => shop.addCustomer()))
    const leaked = (slug: string) => ({ build: owner.build, slug })
    // The same computer as before, with another account.
    expect(await startOn(['h2'], leaked(others[0]!.slug), others[0]!)).toEqual(['BUILD_NOT_YOURS'])
    for (const [n, other] of others.slice(0, 2).entries())
      await startOn([`h${n + 3}`], leaked(other.slug), other)
    expect(await noted(owner.build)).toHaveLength(5)
    expect(await told()).toEqual([])
    for (const [n, other] of others.slice(2).entries())
      await startOn([`h${n + 5}`], leaked(other.slug), other)
    const mails = await told()
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toContain('One loader on more than 5 computers')
    expect(mails[0]!.text).toContain(`/admin/users/${owner.user.id}`)
    // No more marks are stored than are needed to decide.
    expect(await noted(owner.build)).toHaveLength(6)
    expect(await mailsAbout(others[0]!.user.username)).toEqual([])

    await shop.db
      .updateTable('throttles')
      .set({ ends_at: new Date(0) })
      .execute()
    await startOn(['h20'], leaked(others[3]!.slug), others[3]!)
    expect(await told()).toHaveLength(2)
  })

  test('is not reported for devices of other days or a device that changes gradually', async () => {
    const owner = await shop.addCustomer()
    await shop.setSettings({ share_devices: 1 })
    await startOn(['d0'], owner, owner)
    await shop.db
      .updateTable('build_computers')
      .set({ seen_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute()
    await startOn(['d1'], owner, owner)
    const loader = await shop.pairNew(owner)
    const changed = { ...computer('d1'), disks: computer('another').disks }
    await loader.validate(owner.slug, changed, owner.build)
    expect(await mailsAbout(owner.user.username)).toEqual([])
    await startOn(['d2'], owner, owner)
    expect(await mailsAbout(owner.user.username)).toHaveLength(1)
  })

  test('is not reported once it is revoked, nor is a forged build', async () => {
    const owner = await shop.addCustomer()
    await shop.setSettings({ share_devices: 1 })
    const forged = Buffer.from('nothing of this shop’s').toString('base64url')
    expect(await startOn(['f0', 'f1'], { ...owner, build: forged }, owner)).toEqual([
      'BUILD_UNKNOWN',
      'BUILD_UNKNOWN',
    ])
    const act = { scope: 'customer', state: 'revoked', reason: 'Leaked' } as const
    await shop.db
      .insertInto('build_revocations')
      .values({ ...act, user_id: owner.user.id, actor_id: admin.user.id })
      .execute()
    expect(await startOn(['f2', 'f3'], owner, owner)).toEqual(['BUILD_REVOKED', 'BUILD_REVOKED'])
    expect(await mailsAbout(owner.user.username)).toEqual([])
  })
})
