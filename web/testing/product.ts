import type { StaffProduct } from '#contract/catalogue/staff-products.ts'

/** A product as the API returns it to staff. */
export const product: StaffProduct = {
  ...{ id: 7, slug: 'a', name: 'A', price: 19.9, terms: [], sale: null, plans: null },
  ...{ endsIn99: false, deviceLimit: 1, sessionLimit: 1, offlineHours: 0, loaderOffline: false },
  ...{ planned_sale: null, featured: false, image: null, imageUrl: null, description: 'Text' },
  ...{ hidden: false, disabled: false, discordRoleId: null, in_use: false, revision: 1 },
  ...{ category: null, popular: false, included: [], requirements: [], screenshots: [] },
}
