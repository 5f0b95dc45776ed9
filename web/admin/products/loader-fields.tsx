import type { Form } from '../../api/form.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ProductFields } from './fields.ts'

const counts = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))
const states = [
  { value: 'on', label: 'Runs' },
  { value: 'off', label: 'Offline' },
]

/** How loaders may run the product. */
export function LoaderFields({ form }: { form: Form<ProductFields> }) {
  const { values, set } = form
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        label="Devices"
        options={counts}
        hint="On so many computers of a customer."
        {...form.input('deviceLimit')}
      />
      <Select
        label="Sessions at once"
        options={counts}
        hint="So many of them at a time."
        {...form.input('sessionLimit')}
      />
      <TextField
        label="Hours without the shop"
        inputMode="numeric"
        maxLength={3}
        hint="From 0 to 168. For so long a loader goes on while the shop cannot be reached, also after a ban."
        {...form.input('offlineHours')}
      />
      <Select
        label="In the loader"
        options={states}
        hint="Offline ends what runs within a heartbeat."
        value={values.loaderOffline ? 'off' : 'on'}
        onChange={({ target }) => set({ loaderOffline: target.value === 'off' })}
      />
    </div>
  )
}
