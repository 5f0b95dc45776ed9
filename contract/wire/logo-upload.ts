import * as z from 'zod'
import { refusals } from './refusals.ts'

/** Maximum size of an uploaded logo, in bytes. */
export const maxLogoBytes = 1_000_000
/** Lower than for other formats, because an SVG is sent to every visitor unchanged. */
export const maxSvgBytes = 200_000

/** For a logo that is rejected. Each sentence says what to do. */
export const logoRefusals = refusals({
  logo_too_large: [
    422,
    'The logo must be smaller than 1 MB. Export it at a smaller size and try again.',
  ],
  not_a_logo: [422, 'Please upload the logo as an SVG or PNG file.'],
  logo_damaged: [422, 'The logo is damaged. Export it again as PNG.'],
  logo_too_narrow: [
    422,
    'The logo must be at least 32 pixels on each side, and at most eight times as wide as it is high. Export it in another size.',
  ],
  logo_too_many_pixels: [422, 'The logo has more than 40 megapixels. Export it at a smaller size.'],
  svg_too_large: [422, 'An SVG logo can have at most 200 kB. Simplify it, or export it as PNG.'],
  svg_too_complex: [
    422,
    'The SVG is too complex to show on every page. Simplify it, or export it as PNG.',
  ],
  svg_unreadable: [422, 'The SVG cannot be read: {why}. Export it again, or as PNG.'],
  svg_not_plain: [
    422,
    'The SVG contains {what}, which is not allowed in a logo. Export it as a plain SVG, or as PNG.',
  ],
})
export const logoTooLarge = logoRefusals.logo_too_large.sentence
export const notALogo = logoRefusals.not_a_logo.sentence

const dataUrlHead = /^data:image\/(svg\+xml|png);base64,/

/** A logo as a data URL. The server determines its format when it decodes it. */
export const logoUpload = z
  .string()
  .refine((text) => text.length <= (maxLogoBytes * 4) / 3 + 100, logoTooLarge)
  .refine((text) => dataUrlHead.test(text), notALogo)
  .meta({
    description: 'Data URL of an SVG (at most 200 kB) or PNG (at most 1 MB)',
    example: 'data:image/svg+xml;base64,…',
  })
