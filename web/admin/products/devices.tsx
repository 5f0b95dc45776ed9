import type { StaffProduct } from '#contract/catalogue/staff-products.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Route } from './+types/devices'
import { loadProduct } from './load-product.ts'
import { ProductPage } from './product-page.tsx'
import { SectionForm, useSectionForm } from './section-form.tsx'

export const clientLoader = (given: Route.ClientLoaderArgs) => loadProduct(given)

export default function Devices({ loaderData, params }: Route.ComponentProps) {
  return (
    <ProductPage id={params.id} section="/devices" loaded={loaderData}>
      {({ product }, user) => <DevicesForm product={product} user={user} />}
    </ProductPage>
  )
}

const counts = ['1', '2', '3', '4', '5'].map((value) => ({ value, label: value }))
const states = [
  { value: 'on', label: 'Online' },
  { value: 'off', label: 'Offline' },
]

/** How loaders may run the product. */
function DevicesForm({ product, user }: { product: StaffProduct; user: Me }) {
  const form = useSectionForm({
    ...{ user, product, section: 'devices' },
    names: ['deviceLimit', 'sessionLimit', 'offlineHours', 'loaderOffline'],
  })
  const { values, set } = form
  return (
    <SectionForm form={form}>
      <Card className="grid max-w-3xl gap-5 sm:grid-cols-2">
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
      </Card>
    </SectionForm>
  )
}
