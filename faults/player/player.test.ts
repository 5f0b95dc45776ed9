import { expect, test } from 'vitest'
import { exploits } from './exploits.ts'
import { findExploit, play } from './play.ts'

const names = Object.keys(exploits)
const { outcomes } = await play(Object.values(exploits))

test.each(names)('customers gain nothing by the exploit: %s', (name) => {
  expect(outcomes[names.indexOf(name)]).toEqual({ cents: 0, fault: null })
})

test('random customers receive no more than they paid for and were granted', async () => {
  const { found } = await findExploit(15, 5, { roundCount: 8 })
  expect(found).toBeUndefined()
}, 300_000)
