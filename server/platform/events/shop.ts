import * as z from 'zod'
import { serviceStatus } from '#contract/outages/status.ts'
import { serviceName } from '#contract/platform/health.ts'
import { storeSettings } from '#contract/platform/settings.ts'
import { scopes } from '#contract/wire/capabilities.ts'
import { shopEvent } from './event.ts'

const settings = storeSettings.omit({ revision: true, currency_fixed: true }).partial()
const named = z.object({ shop_name: z.string().nullable() })
const appearance = named
  .extend({
    accent: z.string().nullable(),
    logo: z.string().nullable(),
    hero: z.int().nullable(),
    hero_alt: z.string(),
  })
  .partial()

const module = z.string()
const report = z.object({ version: z.string(), status: serviceStatus })
const order = z.object({ order: z.array(module) })

const job = z.object({ job: z.string(), id: z.int(), error: z.string() })
const sampleJob = { job: 'mail.send', id: 912, error: 'The mail server did not respond' }

export const shopEvents = {
  'settings.changed': shopEvent({
    message: 'Settings changed',
    data: z.object({
      settings: z.literal('shop'),
      revision: z.int(),
      before: settings,
      after: settings,
    }),
    sample: {
      settings: 'shop',
      revision: 4,
      before: { maintenance_mode: false },
      after: { maintenance_mode: true },
    },
  }),
  'shop.named': shopEvent({
    message: 'Shop named',
    data: z.object({ brand: z.literal('shop'), revision: z.int(), before: named, after: named }),
    sample: {
      brand: 'shop',
      revision: 2,
      before: { shop_name: null },
      after: { shop_name: 'Night Forge' },
    },
  }),
  'brand.changed': shopEvent({
    message: 'Appearance changed',
    data: z.object({
      brand: z.literal('shop'),
      revision: z.int(),
      before: appearance,
      after: appearance,
    }),
    sample: {
      brand: 'shop',
      revision: 3,
      before: { accent: null },
      after: { accent: '#3b82f6' },
    },
  }),
  'shop.opened': shopEvent({ message: 'Shop opened', data: z.object({}), sample: {} }),
  'api_key.added': shopEvent({
    message: 'API key created',
    data: z.object({ name: z.string(), scopes: z.array(z.enum(scopes)) }),
    sample: { name: 'Build pipeline', scopes: ['report_status'] },
  }),
  'api_key.revoked': shopEvent({
    message: 'API key revoked',
    data: z.object({
      key: z.int(),
      name: z.string(),
      /** Revoked because the administrator who created the key is no longer one. */
      made_by: z.int().optional(),
    }),
    sample: { key: 3, name: 'Build pipeline' },
  }),
  /** Records the names of the keys, but not their values. */
  'service.set': shopEvent({
    message: 'Service keys saved',
    data: z.object({ service: serviceName, names: z.array(z.string()) }),
    sample: {
      service: 'nowpayments',
      names: ['NOWPAYMENTS_API_KEY', 'NOWPAYMENTS_IPN_SECRET'],
    },
  }),
  'service.removed': shopEvent({
    message: 'Service keys removed',
    data: z.object({ service: serviceName }),
    sample: { service: 'nowpayments' },
  }),
  'module.added': shopEvent({
    message: 'Module added',
    data: z.object({ module, revision: z.int(), after: report }),
    sample: { module: 'overlay', revision: 1, after: { version: '1.4', status: 'operational' } },
  }),
  'module.changed': shopEvent({
    message: 'Module changed',
    data: z.object({
      module,
      revision: z.int(),
      before: report.partial(),
      after: report.partial(),
    }),
    sample: {
      module: 'overlay',
      revision: 2,
      before: { status: 'operational' },
      after: { status: 'offline' },
    },
  }),
  'module.removed': shopEvent({
    message: 'Module removed',
    data: z.object({ module, before: report }),
    sample: { module: 'overlay', before: { version: '1.4', status: 'offline' } },
  }),
  'module.arranged': shopEvent({
    message: 'Modules reordered',
    data: z.object({ before: order.partial(), after: order.partial() }),
    sample: { before: { order: ['radar', 'overlay'] }, after: { order: ['overlay', 'radar'] } },
  }),
  'job.retried': shopEvent({ message: 'Job retried', data: job, sample: sampleJob }),
  /** The job's work was not done. */
  'job.dropped': shopEvent({ message: 'Job discarded', data: job, sample: sampleJob }),
}
