import { AccentField } from './accent-field.tsx'
import { PictureField } from './picture-field.tsx'
import { readLogo } from './read-picture.ts'
import type { BrandFields } from './use-brand-form.ts'

export function LogoField({ form }: Pick<BrandFields, 'form'>) {
  return (
    <PictureField
      label="Logo"
      hint="SVG up to 200 kB, or PNG up to 1 MB. A logo more than twice as wide as high replaces the name, others appear next to it. Shown on a dark background."
      accept="image/svg+xml,image/png"
      read={readLogo}
      fit="contain"
      {...form.control('logo')}
      onReading={form.waitFor}
    />
  )
}

export function ColourField({ form, accent }: BrandFields) {
  return (
    <AccentField
      {...form.control('accent')}
      corrections={accent.colours?.corrections ?? []}
      failed={accent.failed}
    />
  )
}
