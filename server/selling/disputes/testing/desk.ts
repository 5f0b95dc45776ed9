import { staffDisputes } from '#contract/selling/staff-disputes.ts'
import type { signIn } from '#server/kernel/testing/customer.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'
import { disputing } from './disputed.ts'

type Staff = Awaited<ReturnType<typeof signIn>>
type Disputed = { params: { id: string } }

/** Staff actions on a dispute, by `admin` unless another caller is given. */
export function disputeDesk(counter: Counter, admin: Staff) {
  const { call } = counter
  const { buy, bank, dispute } = disputing(counter)

  return {
    async disputed(more: object = {}) {
      const bought = await buy()
      await bank(bought, 'dispute', more)
      const { id } = await dispute(bought)
      return { ...bought, id, params: { id: String(id) } }
    },
    read: async ({ params }: Disputed, by = admin) =>
      (await call(staffDisputes.get, { params }, by)).body,
    change: ({ params }: Disputed, body: object, by = admin) =>
      call(staffDisputes.change, { params, body } as never, by),
    submit: ({ params }: Disputed, revision: number, by = admin) =>
      call(staffDisputes.submit, { params, body: { revision, reason: 'Delivered' } }, by),
    accept: ({ params }: Disputed, by = admin) =>
      call(staffDisputes.accept, { params, body: { reason: 'True' } }, by),
    previewAccept: ({ params }: Disputed, by = admin) =>
      call(staffDisputes.previewAccept, { params }, by),
  }
}
