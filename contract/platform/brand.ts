import * as z from 'zod'
import { picture } from '#contract/platform/media.ts'
import { endpoint } from '#contract/wire/endpoint.ts'
import { imageBodyLimit, imageUpload, pictureRefusals } from '#contract/wire/image-upload.ts'
import { logoRefusals, logoUpload } from '#contract/wire/logo-upload.ts'
import { revision, revisionRefusals, seenRevision } from '#contract/wire/revisions.ts'
import { line } from '#contract/wire/text.ts'

export const shopName = line(40, 'Enter a name')

const notAColour = 'Enter the colour as # and six digits, such as #3b82f6'

export const colour = z
  .string()
  .trim()
  .regex(/^#[0-9a-fA-F]{6}$/, notAColour)
  .transform((text) => text.toLowerCase())
  .meta({ description: '`#rrggbb`', example: '#3b82f6' })

const shownColour = z.string().meta({ example: '#cdfb47' })

export const accent = z
  .object({
    signal: shownColour.meta({ description: 'Buttons, links and focus outlines' }),
    signal_high: shownColour.meta({ description: 'The same colour on hover' }),
    on_signal: shownColour.meta({ description: 'Text on either of these colours' }),
    chosen: shownColour.meta({ description: 'Background of selected items' }),
    mail_link: shownColour.meta({ description: 'Links on the white background of emails' }),
    corrections: z.array(z.string()).meta({
      description: 'Where a different colour is used because this one would be hard to read',
    }),
  })
  .meta({ id: 'Accent' })
export type Accent = z.output<typeof accent>

const publicBrand = z.object({
  tokens: z.record(z.string(), z.string()).nullable().meta({
    description: 'Token values that an accent colour changes; null for the built-in colours',
  }),
  logo: z
    .object({ src: z.string(), width: z.int().positive(), height: z.int().positive() })
    .nullable()
    .meta({ description: 'Null for the built-in logo' }),
  icon: z.string().meta({ description: 'Icon in the browser tab' }),
  touch_icon: z.string().nullable().meta({ description: 'Icon on a phone’s home screen' }),
  version: z.string().meta({ description: 'Changes whenever the link previews change' }),
})
/** The part of the brand that every page receives. */
export type PublicBrand = z.output<typeof publicBrand>

const heroAlt = z
  .string()
  .trim()
  .max(200, 'Describe the picture in at most 200 characters')
  .meta({ description: 'Alternative text of the hero picture' })

export const brandState = z
  .object({
    shop_name: z.string(),
    name_from_environment: z
      .boolean()
      .meta({ description: 'SHOP_NAME is set and overrides the name that is saved here' }),
    accent: z
      .string()
      .nullable()
      .meta({ description: 'The colour as it was entered; null for the built-in colour' }),
    colours: accent.nullable().meta({ description: 'The colours derived from it' }),
    shown: publicBrand.meta({ description: 'The logo as pages show it' }),
    hero: picture.nullable().meta({ description: 'Null for the built-in hero picture' }),
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
    summary: 'Read the shop’s brand',
    result: brandState,
  }),
  tryAccent: endpoint({
    method: 'POST',
    path: '/admin/brand/accent',
    who: 'staff',
    can: 'manage_settings',
    summary: 'Preview an accent colour',
    description:
      'Adjusts the lightness until text has a contrast of at least 4.5:1 on every background. Nothing is saved.',
    body: z.strictObject({ accent: colour }),
    result: accent,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/admin/brand',
    who: 'staff',
    can: 'manage_settings',
    summary: 'Change the shop’s brand',
    description:
      'Fields that are left out stay unchanged; null restores the default. Pages, emails and link previews change within a second.',
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
