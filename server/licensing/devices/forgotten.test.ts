import { describe, expect, test } from 'vitest'
import { devices } from '#contract/licensing/devices.ts'
import { pairings } from '#contract/licensing/pairings.ts'
import { staffUsers } from '#contract/people/staff-users.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { readStamp } from '#server/licensing/loader/stamp.ts'
import { computer, openLoaderShop } from '#server/licensing/loader-api/testing/loader-shop.ts'
import { writeLog } from '#server/platform/logs/log.ts'

const shop = await fileFixture(openLoaderShop())
const admin = await signIn(shop.app, { admin: true })

const buildOf = ({ build }: { build: string }) =>
  readStamp(Buffer.from(build, 'base64url'))!.stamp.build

const logOf = async (userId: number) => {
  const rows = await shop.db
    .selectFrom('logs')
    .select(['message', 'details'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ message, details }) => [message, details])
}

describe('removes the device name from the log', () => {
  test('deletes the names with the account, and nothing else', async () => {
    const customer = await shop.addCustomer()
    const pair = async (approve: boolean) => {
      const loader = shop.newLoader()
      const { user_code, device_code } = await loader.pair({ name: 'ANNAS-PC', os: 'Windows 11' })
      await shop.call(pairings.answer, { params: { code: user_code }, body: { approve } }, customer)
      if (approve) await loader.fetchTokens(device_code)
      return loader
    }
    await pair(false)
    const loader = await pair(true)
    const { device } = await loader.validate(customer.slug, computer('a'), customer.build)
    const body = { password: customer.password }
    await shop.call(devices.release, { params: { id: Number(device) }, body }, customer)
    const kept = { name: 'Not a computer', os: 'kept' }
    await writeLog(shop.db, {
      source: 'other',
      message: 'Something else',
      details: kept,
      userId: customer.user.id,
    })
    const named = { device_name: 'ANNAS-PC', device_os: 'Windows 11' }
    await writeLog(shop.db, {
      source: 'loader',
      message: 'Device seen',
      details: { ...named, device },
      userId: customer.user.id,
    })
    expect(await logOf(customer.user.id)).toEqual([
      ['Loader declined', named],
      ['Loader linked', named],
      ['Device linked', { device, ...named }],
      ['Device released', { device, device_name: 'ANNAS-PC' }],
      ['Something else', kept],
      ['Device seen', { ...named, device }],
    ])
    const params = { uid: customer.user.id }
    expect((await shop.call(staffUsers.remove, { params }, admin)).status).toBe(200)
    expect((await logOf(customer.user.id)).slice(0, 6)).toEqual([
      ['Loader declined', {}],
      ['Loader linked', {}],
      ['Device linked', { device }],
      ['Device released', { device }],
      ['Something else', kept],
      // Whatever the message is.
      ['Device seen', { device }],
    ])
  })

  test('deletes the records of devices on which the account’s loader was started', async () => {
    const [customer, other] = [await shop.addCustomer(), await shop.addCustomer()]
    const loader = await shop.pairNew(customer)
    await loader.validate(customer.slug, computer('d'), customer.build)
    await loader.validate(customer.slug, computer('e'), customer.build)
    // Refused, because the build belongs to somebody else, but recorded. So is a computer that is
    // not the customer's.
    await loader.validate(customer.slug, computer('d'), other.build)
    await (await shop.pairNew(other)).validate(other.slug, computer('f'), other.build)
    const noted = shop.db
      .selectFrom('build_computers')
      .select('build')
      .where('build', 'in', [buildOf(customer), buildOf(other)])
    expect(await noted.execute()).toHaveLength(4)
    await shop.call(staffUsers.remove, { params: { uid: customer.user.id } }, admin)
    expect(await noted.execute()).toEqual([{ build: buildOf(other) }])
  })

  test('tells the loader that it is no longer linked', async () => {
    const customer = await shop.addCustomer()
    const loader = await shop.pairNew(customer)
    const validate = () => loader.validate(customer.slug, computer('b'), customer.build)
    expect((await validate()).code).toBe('VALID')
    await shop.call(staffUsers.remove, { params: { uid: customer.user.id } }, admin)
    await expect(validate()).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(loader.release(customer.slug)).rejects.toMatchObject({ code: 'invalid_grant' })
  })
})
