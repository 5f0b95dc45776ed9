import type { LicensingShop } from '#server/licensing/licensing-shop.ts'

/** Service adapters are replaced when their keys change, so read them from the shop each time. */
export type Shop = LicensingShop

declare module 'fastify' {
  interface FastifyInstance {
    shop: Shop
  }
}

declare module '#server/kernel/jobs/jobs.ts' {
  interface Work extends Omit<Shop, 'config' | 'db'> {}
}
