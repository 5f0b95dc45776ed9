import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { imageBodyLimit, imageUpload, pictureRefusals } from './image-upload.ts'
import { logoRefusals, logoUpload } from './logo-upload.ts'
import { picture } from './products.ts'
import { revision, revisionRefusals, seenRevision } from './revisions.ts'
import { shopName } from './setup.ts'

const notAColour = 'Write the colour as # and six digits, such as #3b82f6'

export const colour = z
  .string()
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/, notAColour)
  .transform((text) => text.toLowerCase())
  .meta({ description: '`#rrggbb`', example: '#3b82f6' })

const shownColour = z.string().meta({ example: '#cdfb47' })

export const accent = z
  .object({
    signal: shownColour.meta({ description: 'What to press, links and the focus' }),
    signal_high: shownColour.meta({ description: 'The same, pointed at' }),
    on_signal: shownColour.meta({ description: 'Text on either' }),
    chosen: shownColour.meta({ description: 'The surface of what is chosen' }),
    mail_link: shownColour.meta({ description: 'Links on the white of mails' }),
    corrections: z
      .array(z.string())
      .meta({ description: 'Where another colour is used because this one could not be read' }),
  })
  .meta({ id: 'Accent' })
export type Accent = z.output<typeof accent>

const publicBrand = z.object({
  tokens: z.record(z.string(), z.string()).nullable().meta({
    description: 'Values of the tokens that an accent colour changes; null: the shop’s own',
  }),
  logo: z
    .object({ src: z.string(), width: z.int().positive(), height: z.int().positive() })
    .nullable()
    .meta({ description: 'Null: the shop’s own mark' }),
  icon: z.string().meta({ description: 'What a browser’s tab shows' }),
  touch_icon: z.string().nullable().meta({ description: 'What a home screen shows' }),
  version: z.string().meta({ description: 'Changes with what pictures of links show' }),
})
/** The part of the brand that every page receives. */
export type PublicBrand = z.output<typeof publicBrand>

const heroAlt = z
  .string()
  .trim()
  .max(200, 'Describe the picture in at most 200 characters')
  .meta({ description: 'What the hero picture shows, for those who do not see it' })

export const brandState = z
  .object({
    shop_name: z.string(),
    name_from_environment: z
      .boolean()
      .meta({ description: 'SHOP_NAME is set, and overrides a name that is given here' }),
    accent: z.string().nullable().meta({ description: 'As it was given; null: the shop’s own' }),
    colours: accent.nullable().meta({ description: 'What became of it' }),
    shown: publicBrand.meta({ description: 'As every page has it' }),
    hero: picture.nullable().meta({ description: 'Null: what the landing page draws itself' }),
    hero_alt: z.string(),
    revision,
  })
  .meta({ id: 'Brand' })
export type BrandState = z.input<typeof brandState>

export const brand = {
  hero: endpoint({
    method: 'GET',
    path: '/brand/hero',
    who: 'anyone',
    summary: 'The picture at the top of the landing page',
    cached: 'settings',
    result: z.object({ picture: picture.nullable(), alt: z.string() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/brand',
    who: 'staff',
    can: 'manage_settings',
    summary: 'What the shop looks like',
    result: brandState,
  }),
  tryAccent: endpoint({
    method: 'POST',
    path: '/admin/brand/accent',
    who: 'staff',
    can: 'manage_settings',
    summary: 'See what becomes of an accent colour',
    description:
      'Its lightness is corrected until text has a contrast of 4.5:1 wherever the colour meets it. Nothing is kept.',
    body: z.strictObject({ accent: colour }),
    result: accent,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/brand',
    who: 'staff',
    can: 'manage_settings',
    summary: 'Change what the shop looks like',
    description:
      'Any of it; what is left out stays, and null goes back to what the shop has by itself. Pages, mails and pictures of links follow within a second.',
    bodyLimit: imageBodyLimit,
    limit: { max: 60, seconds: 300, by: 'user' },
    body: z.strictObject({
      shop_name: shopName.optional(),
      accent: colour.nullable().optional(),
      logo: logoUpload.nullable().optional(),
      hero: imageUpload.nullable().optional(),
      hero_alt: heroAlt.optional(),
      revision: seenRevision,
    }),
    result: brandState,
    refusals: { ...revisionRefusals, ...logoRefusals, ...pictureRefusals },
  }),
}
