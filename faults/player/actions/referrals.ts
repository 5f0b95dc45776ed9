import { referrals } from '#contract/selling/referrals.ts'
import type { Action } from '../action.ts'
import { keyOf } from '../group.ts'
import { monthSeconds } from '../model.ts'

const redeem: Action = {
  name: 'redeem a reward',
  weight: 2,
  async run({ world, group, pick }) {
    const [referrer] = group.accounts
    const product = pick(group.offer.products).id
    const { status } = await world.call(
      referrals.redeem,
      { body: { product_id: product } },
      referrer!,
    )
    if (status !== 200) return
    const before = group.received.get(keyOf(referrer!.id, product)) ?? 0
    group.rewards.push({ at: world.now(), product, before, seconds: monthSeconds })
  },
}

export const referring = [redeem]
