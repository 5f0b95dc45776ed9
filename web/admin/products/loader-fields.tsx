import type { Form } from '../../api/form.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { ProductFields } from './fields.ts'

const counts = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))
const states = [
  { value: 'on', label: 'Online' },
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
        hint="How many devices a customer can link."
        {...form.input('deviceLimit')}
      />
      <Select
        label="Concurrent sessions"
        options={counts}
        hint="How many devices can play at the same time."
        {...form.input('sessionLimit')}
      />
      <TextField
        label="Offline time (hours)"
        inputMode="numeric"
        maxLength={3}
        hint="From 0 to 168. How long a loader keeps running while the shop is unreachable, even after a ban."
        {...form.input('offlineHours')}
      />
      <Select
        label="Loader status"
        options={states}
        hint="“Offline” ends all sessions at their next heartbeat."
        value={values.loaderOffline ? 'off' : 'on'}
        onChange={({ target }) => set({ loaderOffline: target.value === 'off' })}
      />
    </div>
  )
}
