import { expect, test } from 'vitest'
import { signIn } from '#server/kernel/testing/customer.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'

const shop = await fileFixture(openTestShop())
const { cookie } = await signIn(shop.app, { admin: true })
const tus = { 'tus-resumable': '1.0.0', cookie }
const query = { file_name: 'a.exe', sha256: 'a'.repeat(64), version: '9.0.0' }

const begin = (headers: object) =>
  shop.app.inject({
    method: 'POST',
    url: '/api/admin/loader/uploads/',
    query,
    headers: { ...tus, ...headers },
  })

test('finds an upload by its id in upper case', async () => {
  const { headers } = await begin({ 'upload-length': '5' })
  const answer = await shop.app.inject({
    method: 'PATCH',
    url: `/api/admin/loader/uploads/${String(headers.location).toUpperCase()}`,
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    payload: 'abc',
  })
  expect([answer.statusCode, answer.headers['upload-offset']]).toEqual([204, '3'])
})

test.each([{ 'upload-defer-length': '1' }, { 'upload-concat': 'partial', 'upload-length': '5' }])(
  'refuses an unsupported extension permanently: %o',
  async (headers) => {
    expect((await begin(headers)).statusCode).toBe(400)
  },
)
