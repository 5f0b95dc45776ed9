import { createHash } from 'node:crypto'
import { logoRefusals, maxLogoBytes } from '#contract/wire/logo-upload.ts'
import type { Storage } from '#server/adapters/storage/storage.ts'
import type { Logo } from '#server/kernel/config/config.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { storeAt } from '#server/platform/media/uploaded-image.ts'
import { logoFile, logoKey, paintedFile } from './logo-files.ts'

const types = { svg: 'image/svg+xml', png: 'image/png' }

/** Stores all images rendered from it. Refuses all but a static SVG or a reasonable PNG. */
export function storeLogo(storage: Storage, dataUrl: string): Promise<Logo> {
  return storeAt('logo', async () => {
    const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
    if (bytes.length > maxLogoBytes) throw new Refusal(logoRefusals.logo_too_large)
    // Loaded on demand: the image libraries take many megabytes, and many servers never need them.
    const { encodeLogo } = await import('./logo-encoding.ts')
    const { file, paintings, ...about } = await encodeLogo(bytes)
    const hash = createHash('sha256').update(file).digest('hex').slice(0, 32)
    const logo = { hash, ...about }
    await Promise.all([
      storage.put(logoKey(logoFile(logo)), file, { contentType: types[logo.type] }),
      ...paintings.map(({ painting, bytes: painted }) =>
        storage.put(logoKey(paintedFile(logo, painting)), painted, { contentType: types.png }),
      ),
    ])
    return logo
  })
}
