import { expect, test } from 'vitest'
import { demoProgram } from '#demo/loader/program.ts'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { pipeline } from './testing/pipeline.ts'
import { signedProgram } from './testing/signed-program.ts'

const shop = await fileFixture(openTestShop())
const { upload } = await pipeline(shop)

test('marks a signed release only at its end, or refuses it', async () => {
  const signed = signedProgram(demoProgram('7.2.0'))
  expect((await upload('7.2.0', signed)).body).toMatchObject({ signed: true, slots: 0 })
  const followed = Buffer.concat([signed, Buffer.from('more')])
  expect((await upload('7.2.1', followed)).body.code).toBe('signed_otherwise')
})
