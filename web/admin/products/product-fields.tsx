import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LazyEditor } from '../editor/lazy-editor.tsx'
import type { ProductFields as Fields, Problems } from './fields.ts'

export type FieldsProps = {
  fields: Fields
  problems: Problems
  onChange: (part: Partial<Fields>) => void
}

const states = [
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
]
const visibilities = [
  { value: 'visible', label: 'Visible' },
  { value: 'hidden', label: 'Hidden' },
]

/** What every product has, but for its picture. */
export function ProductFields({ fields, problems, onChange }: FieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField
          label="Name"
          required
          maxLength={120}
          value={fields.name}
          error={problems.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label="Price"
          type="number"
          inputMode="decimal"
          required
          min={0}
          step={0.01}
          hint="US dollars a month"
          value={fields.price}
          error={problems.price}
          onChange={({ target }) => onChange({ price: target.value })}
        />
      </div>
      <LazyEditor
        label="Description"
        value={fields.description}
        maxLength={50_000}
        error={problems.description}
        onChange={(description) => onChange({ description })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Select
          label="Status"
          options={states}
          hint="A disabled product keeps its page and is not sold."
          value={fields.disabled ? 'disabled' : 'active'}
          onChange={({ target }) => onChange({ disabled: target.value === 'disabled' })}
        />
        <Select
          label="Visibility"
          options={visibilities}
          hint="A hidden product opens by its link only."
          value={fields.hidden ? 'hidden' : 'visible'}
          onChange={({ target }) => onChange({ hidden: target.value === 'hidden' })}
        />
      </div>
      <TextField
        label="Discord Role ID"
        inputMode="numeric"
        maxLength={20}
        hint="Role ID will be assigned to users who purchase this product"
        value={fields.discordRoleId}
        error={problems.discordRoleId}
        onChange={({ target }) => onChange({ discordRoleId: target.value })}
      />
    </>
  )
}
