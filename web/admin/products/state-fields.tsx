import type { Form } from '../../api/form.ts'
import { Select } from '../../ui/select.tsx'
import type { ProductFields } from './fields.ts'

const states = [
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
]
const visibilities = [
  { value: 'visible', label: 'Visible' },
  { value: 'hidden', label: 'Hidden' },
]

type StateFieldsProps = { form: Form<Pick<ProductFields, 'disabled' | 'hidden'>> }

/** Whether the product is sold, and whether the store lists it. */
export function StateFields({ form: { values, set } }: StateFieldsProps) {
  return (
    <>
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
    </>
  )
}
