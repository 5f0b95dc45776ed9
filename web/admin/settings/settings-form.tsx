import { useState } from 'react'
import type { Me } from '#contract/sessions.ts'
import { type StoreSettings, settings } from '#contract/settings.ts'
import { useEndpointForm } from '../../api/form.ts'
import { differing } from '../../api/rebase.ts'
import { tellConfig } from '../../config.ts'
import { tellClosed } from '../../shell/closed-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { CloseStore } from './close-store.tsx'
import { DocumentPreview } from './document-preview.tsx'
import { SettingsGroup } from './group.tsx'
import { LoaderSettings } from './loader-settings.tsx'
import { Switch } from './switch.tsx'
import { timeZones } from './time-zones.ts'
import { changedNumbers, wholeOf } from './whole-numbers.ts'

export function SettingsForm({ saved, user }: { saved: StoreSettings; user: Me }) {
  const [closing, setClosing] = useState(false)
  const form = useEndpointForm(settings.change, {
    // As they are typed: a number may be no number yet.
    initial: {
      ...saved,
      time_zone: saved.time_zone ?? 'UTC',
      referral_code_uses: String(saved.referral_code_uses),
      support_refund_dollars: String(saved.support_refund_dollars),
      support_refund_days: String(saved.support_refund_days),
      log_months: String(saved.log_months ?? ''),
      backup_at: saved.backup_at ?? '',
      backup_keep: String(saved.backup_keep),
      release_days: String(saved.release_days),
      releases_a_month: String(saved.releases_a_month),
      suspend_infractions: String(saved.suspend_infractions),
      share_devices: String(saved.share_devices),
      beat_seconds: String(saved.beat_seconds),
    },
    toInput(fields, base) {
      const { referral_code_uses: uses, log_months: months, ...others } = differing(base, fields)
      const { backup_at: at, backup_keep: keep, ...more } = others
      const { support_refund_dollars: most, support_refund_days: days, ...rest } = more
      const { release_days, releases_a_month, suspend_infractions, ...last } = rest
      const { share_devices, beat_seconds, ...flags } = last
      const ofLoaders = {
        release_days,
        releases_a_month,
        suspend_infractions,
        share_devices,
        beat_seconds,
      }
      const { revision } = fields
      return {
        body: {
          revision,
          ...flags,
          ...(uses !== undefined && { referral_code_uses: wholeOf(uses) }),
          ...(most !== undefined && { support_refund_dollars: wholeOf(most) }),
          ...(days !== undefined && { support_refund_days: wholeOf(days) }),
          ...(months !== undefined && { log_months: months.trim() ? wholeOf(months) : null }),
          ...(at !== undefined && { backup_at: at.trim() || null }),
          ...(keep !== undefined && { backup_keep: wholeOf(keep) }),
          ...changedNumbers(ofLoaders),
        },
      }
    },
    done: 'Settings updated successfully!',
    failed: 'Failed to save settings',
    draft: { uid: user.uid, form: 'settings', kept: 'asking' },
    holds(fields) {
      const closes = fields.maintenance_mode && !saved.maintenance_mode
      setClosing(closes)
      return closes
    },
    onDone({ maintenance_mode, time_zone }) {
      tellConfig({ timeZone: time_zone ?? 'UTC' })
      tellClosed(maintenance_mode)
      setClosing(false)
    },
  })

  return (
    <form {...form.attributes} className="grid max-w-3xl gap-5">
      <SettingsGroup title="Global Settings">
        <Switch
          label="Maintenance mode"
          hint="Visitors and customers see that the store is under maintenance. Signing in, the back-office, the status page and payments go on."
          {...form.input('maintenance_mode')}
        />
      </SettingsGroup>
      <SettingsGroup title="Seller">
        <p className="max-w-[60ch] text-soft">
          Who sells, as most laws want it told: at the foot of every page and mail and on the legal
          pages. Changing it makes a new edition of those that name it.
        </p>
        <TextField
          label="Name of the person or company"
          autoComplete="organization"
          maxLength={120}
          {...form.input('seller_name')}
        />
        <TextArea
          label="Postal address"
          rows={3}
          autoComplete="street-address"
          maxLength={400}
          {...form.input('seller_address')}
        />
        <TextField
          label="Email address for customers"
          type="email"
          hint="Empty: customers write support tickets."
          maxLength={254}
          {...form.input('seller_contact')}
        />
        <TextArea
          label="Register and tax numbers"
          rows={2}
          hint="Such as VAT ID DE123456789; empty for none."
          maxLength={200}
          {...form.input('seller_number')}
        />
      </SettingsGroup>
      <SettingsGroup title="Invoices and tax">
        <p className="max-w-[60ch] text-soft">
          A document is made of every payment: a receipt, or an invoice once the seller above has a
          name, an address and a number. Those that were made stay as they are.
        </p>
        <Select
          label="Tax on documents"
          hint="What is right for you is a matter of law: ask who does your books."
          className="max-w-sm"
          options={[
            { value: 'off', label: 'Say nothing of tax' },
            { value: 'small_business', label: 'Small business: a sentence' },
          ]}
          {...form.input('tax_mode')}
        />
        {form.values.tax_mode === 'small_business' && (
          <TextField
            label="Sentence on documents"
            hint="As your tax law words it, such as the section that frees small businesses."
            maxLength={300}
            {...form.input('tax_sentence')}
          />
        )}
        <DocumentPreview fields={form.values} />
      </SettingsGroup>
      <SettingsGroup title="Store Settings">
        <Select
          label="Time zone"
          hint="Days and times in mails and on pages go by it. The dashboard counts days in UTC."
          className="max-w-sm"
          options={timeZones(form.values.time_zone)}
          {...form.input('time_zone')}
        />
        <TextField
          label="Uses of a referral code"
          hint="How many people can sign up with one code, from 0 to 100. 0 means no limit."
          inputMode="numeric"
          className="max-w-sm"
          maxLength={4}
          {...form.input('referral_code_uses')}
        />
      </SettingsGroup>
      <SettingsGroup title="Refunds">
        <TextField
          label="Support may refund up to, in dollars"
          hint="Of one order, all its refunds together. Above it an administrator is needed; 0 lets support refund nothing."
          inputMode="numeric"
          className="max-w-sm"
          maxLength={7}
          {...form.input('support_refund_dollars')}
        />
        <TextField
          label="Days after the payment"
          hint="For how long support may do so."
          inputMode="numeric"
          className="max-w-sm"
          maxLength={4}
          {...form.input('support_refund_days')}
        />
      </SettingsGroup>
      <SettingsGroup title="Crypto payments">
        <Select
          label="A coin that both take goes through"
          className="max-w-sm"
          options={[
            { value: 'nowpayments', label: 'NOWPayments' },
            { value: 'btcpay', label: 'BTCPay Server' },
          ]}
          {...form.input('first_crypto')}
        />
      </SettingsGroup>
      <SettingsGroup title="Backups">
        <TextField
          label="Backup every day at"
          hint="A time in UTC such as 02:30; empty for none. It goes to where the variable BACKUP_TO says. Health shows how the last one went."
          className="max-w-sm"
          maxLength={5}
          {...form.input('backup_at')}
        />
        <TextField
          label="Backups to keep"
          hint="From 1 to 365. Older ones are deleted after each new one."
          inputMode="numeric"
          className="max-w-sm"
          maxLength={3}
          {...form.input('backup_keep')}
        />
      </SettingsGroup>
      <LoaderSettings input={form.input} />
      <SettingsGroup title="Security">
        <Switch
          label="Disable registration"
          hint="Nobody can sign up. Existing accounts are not affected."
          {...form.input('registration_disabled')}
        />
        <Switch
          label="Registration by referral only"
          hint="Signing up takes the referral code of a customer."
          {...form.input('registration_by_referral')}
        />
      </SettingsGroup>
      <SettingsGroup title="Log">
        <TextField
          label="Keep the log for … months"
          hint="Older entries are deleted for good, a calendar month at a time, at night: who did what to an order or a user cannot be looked up any more. Empty keeps them for ever."
          inputMode="numeric"
          className="max-w-sm"
          maxLength={4}
          {...form.input('log_months')}
        />
      </SettingsGroup>
      {form.error && !closing && <ErrorBox>{form.error}</ErrorBox>}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          look="primary"
          loading={form.pending && !closing}
          disabled={!form.dirty}
        >
          Save Changes
        </Button>
        <Button look="quiet" disabled={!form.dirty} onClick={form.reset}>
          Reset
        </Button>
        <p role="status" className="text-faint text-sm">
          {form.dirty && 'There are changes that are not saved.'}
        </p>
      </div>
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
