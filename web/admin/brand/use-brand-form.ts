import { type BrandState, brand } from '#contract/platform/brand.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { differing } from '../../api/rebase.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { tellConfig } from '../../config.ts'
import { useAccent } from './use-accent.ts'

/** A picture is the URL of the current one, or the data URL of a chosen one. */
const fieldsOf = ({ shop_name, accent, shown, hero, hero_alt, revision }: BrandState) => ({
  shop_name,
  accent: accent ?? '',
  logo: shown.logo?.src ?? null,
  hero: hero?.src ?? null,
  hero_alt,
  revision,
})

export type BrandFields = ReturnType<typeof useBrandForm>

/** The form for the shop's appearance, used in the settings and in the setup. */
export function useBrandForm(saved: BrandState, user: Me) {
  const form = useRecordForm(brand.change, {
    initial: fieldsOf(saved),
    toInput(fields, base) {
      const { accent, ...others } = differing(base, fields)
      const colour = accent === undefined ? {} : { accent: accent.trim() || null }
      return { body: { ...others, ...colour, revision: fields.revision } }
    },
    done: 'Appearance saved',
    failed: 'Failed to save the appearance',
    draft: { uid: user.uid, form: 'appearance' },
    onDone: ({ shop_name, shown }) => tellConfig({ shopName: shop_name, brand: shown }),
  })
  return { form, accent: useAccent(form.values.accent, saved) }
}
