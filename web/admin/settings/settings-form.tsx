import { useRef, useState } from 'react'
import type { Me } from '#contract/sessions.ts'
import { type StoreSettings as Saved, settings } from '#contract/settings.ts'
import { useEndpointForm } from '../../api/form.ts'
import { rebase } from '../../api/rebase.ts'
import { tellConfig } from '../../config.ts'
import { tellClosed } from '../../shell/closed-bar.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { CloseStore } from './close-store.tsx'
import { DisputeSettings } from './dispute-settings.tsx'
import { DocumentSettings } from './document-settings.tsx'
import { changesOf, fieldsOf, type SettingsFields } from './fields.ts'
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
  const sent = useRef<SettingsFields>(null)
  const form = useEndpointForm(settings.change, {
    initial: fieldsOf(saved),
    toInput(fields, base) {
      sent.current = fields
      return { body: changesOf(fields, base) }
    },
    done: 'Settings updated successfully!',
    failed: 'Failed to save settings',
    about: { vat_id_form: 'seller_vat_id' },
    draft: { uid: user.uid, form: 'settings' },
    holds(fields) {
      const closes = fields.maintenance_mode && !saved.maintenance_mode
      setClosing(closes)
      return closes
    },
    onDone(now) {
      // What is kept in another form than it was typed in, such as a VAT ID without its spaces.
      if (sent.current) form.set(rebase(sent.current, form.read(), fieldsOf(now)))
      const { maintenance_mode, currency, time_zone } = now
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
