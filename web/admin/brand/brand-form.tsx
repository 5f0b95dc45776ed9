import type { BrandState } from '#contract/platform/brand.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SaveBar } from '../save-bar.tsx'
import { SettingsGroup } from '../settings/group.tsx'
import { ColourField, LogoField } from './look-fields.tsx'
import { PictureField } from './picture-field.tsx'
import { Preview } from './preview.tsx'
import { readHero } from './read-picture.ts'
import { useBrandForm } from './use-brand-form.ts'

export function BrandForm({ saved, user }: { saved: BrandState; user: Me }) {
  const { form, accent } = useBrandForm(saved, user)
  const { shop_name, logo, hero } = form.values

  return (
    <form
      {...form.attributes}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 min-[1400px]:grid-cols-[minmax(0,1fr)_20rem]"
    >
      <div className="grid gap-5">
        <SettingsGroup title="Name and logo">
          {saved.name_from_environment ? (
            <p className="text-soft">
              {shop_name}. The environment variable SHOP_NAME sets this name and overrides a name
              that is saved here.
            </p>
          ) : (
            <TextField
              label="Shop name"
              hint="Shown on every page and in every email."
              autoComplete="organization"
              {...form.input('shop_name')}
            />
          )}
          <LogoField form={form} />
        </SettingsGroup>
        <SettingsGroup title="Accent colour">
          <ColourField form={form} accent={accent} />
        </SettingsGroup>
        <SettingsGroup title="Landing page">
          <PictureField
            label="Hero picture"
            hint="Replaces the covers and the falling gear. PNG, JPG, WebP or AVIF, up to 5 MB, at least 1280 pixels wide. It fades towards the headline."
            accept="image/png,image/jpeg,image/webp,image/avif"
            read={readHero}
            {...form.control('hero')}
            onReading={form.waitFor}
          />
          {hero && (
            <TextField
              label="Picture description"
              hint="For screen readers. Leave empty if the picture is only decorative."
              {...form.input('hero_alt')}
            />
          )}
        </SettingsGroup>
      </div>
      <div className="min-[1400px]:sticky min-[1400px]:top-6">
        <Preview name={shop_name} logo={logo} colours={accent.colours} />
      </div>
      <div className="grid gap-5">
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        <SaveBar form={form} />
      </div>
    </form>
  )
}
