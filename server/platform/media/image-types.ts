/** Types that browsers accept, from the most efficient to the most widely supported. */
export const imageTypes = { avif: 'image/avif', webp: 'image/webp' } as const
export type ImageType = keyof typeof imageTypes
