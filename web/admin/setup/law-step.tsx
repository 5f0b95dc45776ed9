import * as z from 'zod'
import { settings, taxMode } from '#contract/platform/settings.ts'
import type { SetupState } from '#contract/shop/setup.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { taxModes } from '../settings/tax-modes.ts'

const choose = { value: '', label: 'Choose' }
const renewing = [
  { value: 'off', label: 'Off by default' },
  { value: 'on', label: 'On by default' },
]
const schema = z.object({ tax: taxMode, renewing: z.enum(['on', 'off'], 'Choose an option') })
type Choices = { tax: SetupState['tax_mode'] | ''; renewing: 'on' | 'off' | '' }

/** Settings that depend on the law where the shop sells, so the operator has to choose them. */
export function LawStep({ state }: { state: SetupState }) {
  const chosen = state.tax_chosen && state.renewing_chosen
  const initial: Choices = {
    tax: state.tax_chosen ? state.tax_mode : '',
    renewing: state.renewing_chosen ? (state.renew_by_default ? 'on' : 'off') : '',
  }
  const form = useRecordForm(settings.change, {
    initial,
    schema,
    // Send only what was chosen here, because another administrator may have chosen the other
    // setting.
    toInput: ({ tax, renewing }, base) => ({
      body: {
        ...(tax && tax !== base.tax && { tax_mode: tax }),
        ...(renewing !== base.renewing && { renew_by_default: renewing === 'on' }),
      },
    }),
    done: 'Tax and renewals saved',
    failed: 'Failed to save tax and renewals',
    unasked: 'choice',
  })
  return (
    <form {...form.attributes} className="grid gap-5">
      <p className="text-soft">
        Which choices are legal depends on where you sell. Ask your accountant. You can edit the
        small-business statement and the tax rates in Settings. Customers can change the renewal of
        each item at checkout.
      </p>
      <Select
        label="Tax on documents"
        className="max-w-sm"
        options={state.tax_chosen ? taxModes : [choose, ...taxModes]}
        {...form.input('tax')}
      />
      <Select
        label="Automatic renewal"
        className="max-w-sm"
        options={state.renewing_chosen ? renewing : [choose, ...renewing]}
        {...form.input('renewing')}
      />
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <div>
        <Button type="submit" loading={form.pending} disabled={chosen && !form.dirty}>
          Set Tax and Renewals
        </Button>
      </div>
    </form>
  )
}
