/** Files that browsers take, from best to most widely known. */
export const imageTypes = { avif: 'image/avif', webp: 'image/webp' } as const
export type ImageType = keyof typeof imageTypes
