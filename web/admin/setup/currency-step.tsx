import { settings } from '#contract/platform/settings.ts'
import type { SetupState } from '#contract/shop/setup.ts'
import type { Currency } from '#contract/wire/currency.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { tellConfig } from '../../config.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { CurrencyField } from '../settings/currency-field.tsx'

export function CurrencyStep({ state }: { state: SetupState }) {
  const form = useRecordForm(settings.change, {
    initial: { currency: state.currency as Currency },
    toInput: ({ currency }) => ({ body: { currency } }),
    done: 'Currency saved',
    failed: 'Failed to save the currency',
    unasked: 'choice',
    onDone: ({ currency }) => tellConfig({ currency }),
  })
  return (
    <form {...form.attributes} className="grid gap-5">
      <CurrencyField
        label="Currency"
        fixed={state.currency_fixed ? form.values.currency : null}
        hint="The currency of all prices, for card and crypto payments. It cannot be changed after the first order."
        {...form.input('currency')}
      />
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      {!state.currency_fixed && (
        <div>
          <Button
            type="submit"
            loading={form.pending}
            disabled={state.currency_chosen && !form.dirty}
          >
            Set Currency
          </Button>
        </div>
      )}
    </form>
  )
}
