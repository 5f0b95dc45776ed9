import { expect, test } from 'vitest'
import { prepareShop } from '../template.ts'
import { playMoney } from './money.ts'

test('what is sold while providers fail and the process is killed is right to the cent', async () => {
  const clear = await prepareShop({ furnished: false })
  try {
    const { problems } = await playMoney(16, { quick: true })
    expect(problems).toEqual([])
  } finally {
    clear()
  }
}, 900_000)
