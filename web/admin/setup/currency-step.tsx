import type { Currency } from '#contract/currency.ts'
import { settings } from '#contract/settings.ts'
import type { SetupState } from '#contract/setup.ts'
import { useEndpointForm } from '../../api/form.ts'
import { tellConfig } from '../../config.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { currencyOptions } from '../settings/currency-options.ts'

export function CurrencyStep({ state }: { state: SetupState }) {
  const form = useEndpointForm(settings.change, {
    initial: { currency: state.currency as Currency },
    toInput: ({ currency }) => ({ body: { currency } }),
    done: 'Currency saved',
    failed: 'Failed to save the currency',
    unasked: 'choice',
    onDone: ({ currency }) => tellConfig({ currency }),
  })
  return (
    <form {...form.attributes} className="grid gap-5">
      <Select
        label="Currency"
        hint="What you sell in, by card and by crypto. It can be changed until the first order."
        className="max-w-sm"
        options={currencyOptions}
        {...form.input('currency')}
      />
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <div>
        <Button type="submit" loading={form.pending} disabled={!form.dirty}>
          Set Currency
        </Button>
      </div>
    </form>
  )
}
