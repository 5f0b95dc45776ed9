import { buffer } from 'node:stream/consumers'
import type { PlatformShop } from '#server/platform/platform-shop.ts'
import { logoKey, paintedFile } from './logo-files.ts'
import { markColours, ownMark } from './mark.ts'

export async function tabIcon({
  config: { look },
  storage,
}: Pick<PlatformShop, 'config' | 'storage'>) {
  const painted = look.logo && (await storage.get(logoKey(paintedFile(look.logo, '32'))))
  if (painted) return { type: 'image/png', bytes: await buffer(painted.stream) }
  const { signal, onSignal } = markColours(look)
  return { type: 'image/svg+xml', bytes: ownMark(signal, onSignal) }
}
