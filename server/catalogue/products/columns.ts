import type { Selectable } from 'kysely'
import type { staffProducts } from '#contract/catalogue/staff-products.ts'
import type { Parsed } from '#contract/wire/endpoint.ts'
import type { PlanRule } from '#contract/wire/terms.ts'
import type { Products } from '#db/tables.ts'
import { beginningOf } from '#server/platform/logs/beginning.ts'
import { detailsOf } from './details.ts'
import { saleOf } from './plans.ts'

export type New = Omit<Parsed<typeof staffProducts.add>['body'], 'image' | 'imageUrl'>
export type Changes = Omit<Parsed<typeof staffProducts.change>['body'], 'image'>

export const columns = [
  'name',
  'slug',
  'price_cents',
  'description',
  'disabled',
  'hidden',
  'image_id',
  'discord_role_id',
  'plans',
  'ends_in_99',
  'device_limit',
  'session_limit',
  'offline_hours',
  'loader_offline',
  'featured',
  'category',
  'popular',
  'details',
  'sale_percent',
  'sale_from',
  'sale_to',
  'revision',
] as const

type Kept = Pick<Selectable<Products>, (typeof columns)[number]>

export function stateOf({ name, slug, price_cents, description, disabled, hidden, ...row }: Kept) {
  return {
    name,
    slug,
    price: price_cents / 100,
    description: beginningOf(description),
    disabled,
    hidden,
    image: row.image_id,
    discordRoleId: row.discord_role_id,
    plans:
      (row.plans as PlanRule[] | null)?.map(({ cents, ...rule }) => ({
        ...rule,
        price: cents === null ? null : cents / 100,
      })) ?? null,
    endsIn99: row.ends_in_99,
    deviceLimit: row.device_limit,
    sessionLimit: row.session_limit,
    offlineHours: row.offline_hours,
    loaderOffline: row.loader_offline,
    featured: row.featured,
    category: row.category,
    popular: row.popular,
    ...detailsOf(row),
    sale: saleOf(row),
  }
}

type Limits = Pick<Changes, 'deviceLimit' | 'sessionLimit' | 'offlineHours' | 'loaderOffline'>

/** Returns the loader's limits by column name. Omitted fields do not change. */
export function limitsOf<Fields extends Limits>(fields: Fields) {
  const { deviceLimit, sessionLimit, offlineHours, loaderOffline, ...same } = fields
  const limits = {
    ...(deviceLimit !== undefined && { device_limit: deviceLimit }),
    ...(sessionLimit !== undefined && { session_limit: sessionLimit }),
    ...(offlineHours !== undefined && { offline_hours: offlineHours }),
    ...(loaderOffline !== undefined && { loader_offline: loaderOffline }),
  }
  return { same, limits }
}

export const saleColumns = (sale: New['planned_sale']) => ({
  sale_percent: sale?.percent ?? null,
  sale_from: sale?.from ?? null,
  sale_to: sale?.to ?? null,
})

/** JSON text, because the driver would send a list as an SQL array. */
export const plansColumn = (plans: New['plans']) =>
  plans && JSON.stringify(plans.map(({ price, ...rule }) => ({ ...rule, cents: price })))
