import type { BrandState } from '#contract/platform/brand.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { ColourField, LogoField } from '../brand/look-fields.tsx'
import { Preview } from '../brand/preview.tsx'
import { useBrandForm } from '../brand/use-brand-form.ts'

/** The part of Settings → Appearance for a new shop. The name has its own step. */
export function BrandStep({ saved, user }: { saved: BrandState; user: Me }) {
  const { form, accent } = useBrandForm(saved, user)
  const { shop_name, logo } = form.values
  return (
    <form {...form.attributes} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-soft">Shown on pages, in emails and in link previews.</p>
      <LogoField form={form} />
      <ColourField form={form} accent={accent} />
      {form.dirty && <Preview name={shop_name} logo={logo} colours={accent.colours} />}
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.pending} disabled={!form.dirty}>
          Set Logo and Colour
        </Button>
        {form.dirty && (
          <Button look="quiet" onClick={form.reset}>
            Reset
          </Button>
        )}
      </div>
    </form>
  )
}
