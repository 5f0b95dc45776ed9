import { staffPriceChanges } from '#contract/selling/staff-price-changes.ts'
import type { Counter } from '#server/selling/payments/testing/counter.ts'

export function repricing(counter: Counter, staff: { cookie: string }) {
  const { db, call } = counter

  const preview = async (product: number) =>
    (await call(staffPriceChanges.preview, { params: { id: product } }, staff)).body

  return {
    preview,

    price: (product: number, cents: number) =>
      db.updateTable('products').set({ price_cents: cents }).where('id', '=', product).execute(),

    /** Moves as staff do, with the revision of the preview. */
    async move(product: number, more: { revision?: number } = {}) {
      const { revision } = await preview(product)
      const body = { revision, reason: 'New prices', ...more }
      return call(staffPriceChanges.add, { params: { id: product }, body }, staff)
    },

    cancel: (id: number) =>
      call(staffPriceChanges.cancel, { params: { id }, body: { reason: 'A mistake' } }, staff),
    previewCancel: async (id: number) =>
      (await call(staffPriceChanges.previewCancel, { params: { id } }, staff)).body,

    list: async (product: number) =>
      (await call(staffPriceChanges.list, { params: { id: product }, query: {} }, staff)).body
        .changes,

    /** Returns the templates of a user's price mails, the oldest first. */
    async priceMailsOf(userId: number) {
      const rows = await db
        .selectFrom('mails')
        .select('template')
        .where('user_id', '=', userId)
        .where('template', 'like', 'renewal-price%')
        .orderBy('id')
        .execute()
      return rows.map(({ template }) => template)
    },
  }
}
