import type { Logo } from '#server/kernel/config.ts'

/** Square ones for browsers and home screens, and the one that mails and pictures of links carry. */
export const paintings = ['32', '180', '512', 'wide'] as const
export type Painting = (typeof paintings)[number]

/** Pixels of the wide one: twice what mails show it in. */
export const wide = { width: 440, height: 80 }

/** Where a logo's file lies in storage; the same name follows `/brand/` on the site. */
export const logoKey = (file: string) => `brand/${file}`

/** Named by content, so that every copy may be kept for ever. */
export const logoFile = ({ hash, type }: Pick<Logo, 'hash' | 'type'>) => `${hash}.${type}`
export const paintedFile = ({ hash }: Pick<Logo, 'hash'>, painting: Painting) =>
  `${hash}-${painting}.png`

export const logoUrl = (logo: Logo) => `/brand/${logoFile(logo)}`
export const paintedUrl = (logo: Logo, painting: Painting) =>
  `/brand/${paintedFile(logo, painting)}`

/** How large a logo is within a box, in whole pixels. */
export function fitted({ width, height }: Pick<Logo, 'width' | 'height'>, box: typeof wide) {
  const scale = Math.min(box.width / width, box.height / height)
  const round = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: round(width), height: round(height) }
}

/** A wide logo is a word and stands alone; the name stands beside any other. */
export const namesItself = ({ width, height }: Pick<Logo, 'width' | 'height'>) => width > 2 * height
