import type { StoreSettings } from '#contract/platform/settings.ts'
import type { Form } from '../../api/form.ts'
import { differing } from '../../api/rebase.ts'

const numbers = [
  'referral_code_uses',
  'referral_hold_days',
  'referral_minimum_dollars',
  'support_refund_dollars',
  'support_daily_refund_dollars',
  'support_refund_days',
  'fraud_refund_dollars',
  'support_time_days',
  'pause_days',
  'renewal_lead_hours',
  'renewal_give_up_days',
  'renewal_grace_days',
  'underpaid_percent',
  'backup_keep',
  'release_days',
  'releases_a_month',
  'suspend_infractions',
  'share_devices',
  'beat_seconds',
] as const
type NumberName = (typeof numbers)[number]

/** Settings that the form edits as text. */
type TextName = 'time_zone' | 'log_months' | 'backup_at' | 'renewal_retry_days' | 'tax_rates'

/** The fields as typed. A number may not be valid yet. */
export type SettingsFields = Omit<StoreSettings, NumberName | TextName | 'currency_fixed'> &
  Record<NumberName | TextName, string>

/** The parts of the form that its fields need. */
export type SettingsFormParts = Pick<Form<SettingsFields>, 'input' | 'values'>

export function fieldsOf({ currency_fixed: _, ...saved }: StoreSettings): SettingsFields {
  const typed = numbers.map((name) => [name, String(saved[name])])
  return {
    ...saved,
    ...(Object.fromEntries(typed) as Record<NumberName, string>),
    time_zone: saved.time_zone ?? 'UTC',
    log_months: String(saved.log_months ?? ''),
    backup_at: saved.backup_at ?? '',
    renewal_retry_days: saved.renewal_retry_days.join(', '),
    tax_rates: saved.tax_rates.join('\n'),
  }
}

/** Returns the changed settings, as the endpoint expects them. */
export function changesOf(fields: SettingsFields, base: SettingsFields) {
  const changed: Partial<SettingsFields> = differing(base, fields)
  const typed = numbers.flatMap((name) => {
    const text = changed[name]
    return text === undefined ? [] : [[name, wholeOf(text)] as const]
  })
  const {
    log_months: months,
    backup_at: at,
    renewal_retry_days: retries,
    tax_rates: rates,
    ...rest
  } = changed
  return {
    ...(rest as Partial<Omit<SettingsFields, NumberName | TextName>>),
    ...(Object.fromEntries(typed) as Partial<Record<NumberName, number>>),
    ...(months !== undefined && { log_months: months.trim() ? wholeOf(months) : null }),
    ...(at !== undefined && { backup_at: at.trim() || null }),
    ...(rates !== undefined && { tax_rates: linesOf(rates) }),
    ...(retries !== undefined && {
      renewal_retry_days: retries
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(wholeOf),
    }),
    revision: fields.revision,
  }
}

/** The typed rates, one per line, with one space between their parts. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim().toUpperCase().replaceAll(',', '.').split(/\s+/).join(' '))
    .filter(Boolean)

/** Parses typed text. The form's schema refuses anything that is not a whole number. */
const wholeOf = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN)
