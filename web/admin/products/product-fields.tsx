import { shopCurrency } from '#contract/wire/currency.ts'
import type { Form } from '../../api/form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import type { ProductFields as Fields } from './fields.ts'
import { LoaderFields } from './loader-fields.tsx'
import { PageFields } from './page-fields.tsx'
import { PlansEditor } from './plans-editor.tsx'
import { SaleEditor } from './sale-editor.tsx'

type ProductFieldsProps = { form: Form<Fields> }

const states = [
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
]
const visibilities = [
  { value: 'visible', label: 'Visible' },
  { value: 'hidden', label: 'Hidden' },
]

/** The fields that every product has, except its picture. */
export function ProductFields({ form }: ProductFieldsProps) {
  const { values, set } = form
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField label="Name" required maxLength={120} {...form.input('name')} />
        <TextField
          label="Price"
          inputMode="decimal"
          autoComplete="off"
          required
          hint={`${shopCurrency()} a month`}
          {...form.input('price')}
        />
      </div>
      <PlansEditor
        {...form.control('plans')}
        price={values.price}
        endsIn99={values.endsIn99}
        onEndsIn99={(endsIn99) => set({ endsIn99 })}
      />
      <SaleEditor {...form.control('sale')} price={values.price} />
      <LazyEditor label="Description" maxLength={50_000} {...form.control('description')} />
      <PageFields form={form} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label="Status"
          options={states}
          hint="A disabled product keeps its page but cannot be bought."
          value={values.disabled ? 'disabled' : 'active'}
          onChange={({ target }) => set({ disabled: target.value === 'disabled' })}
        />
        <Select
          label="Visibility"
          options={visibilities}
          hint="A hidden product can be opened only by its link."
          value={values.hidden ? 'hidden' : 'visible'}
          onChange={({ target }) => set({ hidden: target.value === 'hidden' })}
        />
      </div>
      <Checkbox
        label="Featured"
        hint="The landing page shows the plans of the featured product. Only one product can be featured; without one, the first product in the store is shown."
        checked={values.featured}
        onChange={({ target }) => set({ featured: target.checked })}
      />
      <LoaderFields form={form} />
      <TextField
        label="Discord Role ID"
        inputMode="numeric"
        maxLength={20}
        hint="Role ID will be assigned to users who purchase this product"
        {...form.input('discordRoleId')}
      />
    </>
  )
}
