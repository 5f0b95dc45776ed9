import { createHash } from 'node:crypto'
import type { Accent, PublicBrand } from '#contract/platform/brand.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { logoUrl, paintedUrl } from './logo-files.ts'
import { iconUrl } from './mark.ts'

/** The brand's values that every page gets. File addresses change with their content. */
export function publicBrand({ look, shopName }: Pick<Config, 'look' | 'shopName'>): PublicBrand {
  const { accent, logo } = look
  const shown = JSON.stringify([shopName, accent?.signal, logo?.hash])
  return {
    tokens: accent && tokensOf(accent),
    logo: logo && { src: logoUrl(logo), width: logo.width, height: logo.height },
    icon: iconUrl(look),
    touch_icon: logo && paintedUrl(logo, '180'),
    version: createHash('sha256').update(shown).digest('base64url').slice(0, 8),
  }
}

const tokensOf = ({ signal, signal_high, on_signal, chosen }: Accent) => ({
  '--color-signal': signal,
  '--color-signal-high': signal_high,
  '--color-on-signal': on_signal,
  '--color-chosen': chosen,
})
