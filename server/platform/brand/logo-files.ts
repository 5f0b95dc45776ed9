import type { Logo } from '#server/kernel/config/config.ts'

/** Square images for browsers and home screens, and a wide one for mails and link previews. */
export const paintings = ['32', '180', '512', 'wide'] as const
export type Painting = (typeof paintings)[number]

/** Pixels of the wide image: twice the size at which mails show it. */
export const wide = { width: 440, height: 80 }

/** The storage key of a logo's file. The site serves it by the same name under `/brand/`. */
export const logoKey = (file: string) => `brand/${file}`

/** Named by content, so that it can be cached forever. */
export const logoFile = ({ hash, type }: Pick<Logo, 'hash' | 'type'>) => `${hash}.${type}`
export const paintedFile = ({ hash }: Pick<Logo, 'hash'>, painting: Painting) =>
  `${hash}-${painting}.png`

export const logoUrl = (logo: Logo) => `/brand/${logoFile(logo)}`
export const paintedUrl = (logo: Logo, painting: Painting) =>
  `/brand/${paintedFile(logo, painting)}`

export function fitted({ width, height }: Pick<Logo, 'width' | 'height'>, box: typeof wide) {
  const scale = Math.min(box.width / width, box.height / height)
  const round = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: round(width), height: round(height) }
}

/** A wide logo contains the name. Any other logo is shown next to it. */
export const namesItself = ({ width, height }: Pick<Logo, 'width' | 'height'>) => width > 2 * height
