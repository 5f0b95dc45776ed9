import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Me } from '#contract/platform/sessions.ts'
import { type StoreSettings as Saved, settings } from '#contract/platform/settings.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { tellConfig } from '../../config.ts'
import { tellClosed } from '../../shell/closed-bar.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { SaveBar } from '../save-bar.tsx'
import { CloseStore } from './close-store.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { changesOf, fieldsOf } from './fields.ts'
import { SettingsGroup } from './group.tsx'
import type { SettingsPage } from './setting.ts'
import { SettingField } from './setting-field.tsx'

type SettingsFormProps = { page: SettingsPage; saved: Saved; user: Me }

/** The form of one page. It saves only what was edited there. */
export function SettingsForm({ page, saved, user }: SettingsFormProps) {
  const [closing, setClosing] = useState(false)
  const form = useRecordForm(settings.change, {
    initial: fieldsOf(saved),
    toInput: (fields, base) => ({ body: changesOf(fields, base) }),
    // The server normalises values, such as a VAT ID without its spaces.
    kept: fieldsOf,
    done: 'Settings updated successfully!',
    failed: 'Failed to save settings',
    about: { vat_id_form: 'seller_vat_id' },
    draft: { uid: user.uid, form: `settings ${page.path}` },
    holds(fields) {
      const closes = fields.maintenance_mode && !saved.maintenance_mode
      setClosing(closes)
      return closes
    },
    onDone({ maintenance_mode, currency, time_zone }) {
      tellConfig({ currency, timeZone: time_zone ?? 'UTC' })
      tellClosed(maintenance_mode)
      setClosing(false)
    },
  })

  const { hash, key } = useLocation()
  // A search leads to a field of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link can be clicked again
  useEffect(() => {
    const [field] = document.getElementsByName(hash.slice(1))
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [hash, key])

  return (
    <form {...form.attributes} className="grid max-w-3xl gap-5">
      {page.groups.map(({ title, intro, settings: fields, documentPreview }) => (
        <SettingsGroup key={title} title={title}>
          {intro && <p className="max-w-[60ch] text-soft">{intro}</p>}
          {fields.map((setting) => (
            <SettingField
              key={setting.name}
              setting={setting}
              form={form}
              currencyFixed={saved.currency_fixed}
            />
          ))}
          {documentPreview && <DocumentPreview fields={form.values} />}
        </SettingsGroup>
      ))}
      {form.error && !closing && <ErrorBox>{form.error}</ErrorBox>}
      <SaveBar form={form} saving={form.pending && !closing} />
      <CloseStore
        open={closing}
        onClose={() => setClosing(false)}
        pending={form.pending}
        problem={form.failure}
        onConfirm={form.sendHeld}
      />
    </form>
  )
}
