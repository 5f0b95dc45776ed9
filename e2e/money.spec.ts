import { playMoney } from '../faults/money/money.ts'
import { prepareShop } from '../faults/template.ts'
import { expect, test } from './test.ts'

test('what is sold while providers fail and the process is killed is right to the cent', async () => {
  test.setTimeout(300_000)
  const clear = await prepareShop({ furnished: false })
  try {
    const { problems } = await playMoney(40, { quick: true })
    expect(problems).toEqual([])
  } finally {
    clear()
  }
})
