import { expect, test } from 'vitest'
import { fileFixture } from '#server/kernel/testing/file-fixture.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { assertClock } from './machine-clock.ts'

const { databaseUrl } = await fileFixture(openTestShop())
const days = 86_400_000

test('refuses to start, with a sentence, if the machine’s clock differs from the database’s', async () => {
  await assertClock(databaseUrl)
  for (const strays of [2 * days, -2 * days])
    await expect(assertClock(databaseUrl, () => Date.now() + strays)).rejects.toThrow(
      /^The clock of this machine is .* UTC and the database’s .* UTC\. Set them correctly/,
    )
})
