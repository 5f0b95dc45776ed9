import { useState } from 'react'
import type { Me } from '#contract/platform/sessions.ts'
import { type StoreSettings as Saved, settings } from '#contract/platform/settings.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { tellConfig } from '../../config.ts'
import { tellClosed } from '../../shell/closed-bar.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { CloseStore } from './close-store.tsx'
import { DisputeSettings } from './dispute-settings.tsx'
import { DocumentSettings } from './document-settings.tsx'
import { changesOf, fieldsOf } from './fields.ts'
import { LoaderSettings } from './loader-settings.tsx'
import { RenewalSettings } from './renewal-settings.tsx'
import {
  BackupSettings,
  GlobalSettings,
  LogSettings,
  SecuritySettings,
} from './running-settings.tsx'
import { SaveBar } from './save-bar.tsx'
import { SellerSettings } from './seller-settings.tsx'
import { CryptoSettings, RefundSettings, StoreSettings } from './selling-settings.tsx'

export function SettingsForm({ saved, user }: { saved: Saved; user: Me }) {
  const [closing, setClosing] = useState(false)
  const form = useRecordForm(settings.change, {
    initial: fieldsOf(saved),
    toInput: (fields, base) => ({ body: changesOf(fields, base) }),
    // The server normalises values, such as a VAT ID without its spaces.
    kept: fieldsOf,
    done: 'Settings updated successfully!',
    failed: 'Failed to save settings',
    about: { vat_id_form: 'seller_vat_id' },
    draft: { uid: user.uid, form: 'settings' },
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

  return (
    <form {...form.attributes} className="grid max-w-3xl gap-5">
      <GlobalSettings form={form} />
      <SellerSettings form={form} />
      <DocumentSettings form={form} />
      <StoreSettings form={form} currencyFixed={saved.currency_fixed} />
      <RenewalSettings form={form} />
      <RefundSettings form={form} />
      <DisputeSettings form={form} />
      <CryptoSettings form={form} />
      <BackupSettings form={form} />
      <LoaderSettings form={form} />
      <SecuritySettings form={form} />
      <LogSettings form={form} />
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
