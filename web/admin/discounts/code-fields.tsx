import type { ReactNode } from 'react'
import { shopCurrency } from '#contract/wire/currency.ts'
import type { Form } from '../../api/form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { TermsDraft } from './code-draft.ts'

export type ProductOption = { id: number; name: string }

const types = [
  { value: 1, label: 'Percentage' },
  { value: 0, label: 'Fixed Amount' },
]

type CodeFieldsProps = {
  form: Form<TermsDraft>
  /** The products to choose from. Left out on the page of a product. */
  products: readonly ProductOption[] | undefined
  /** The fields of the texts of the codes. */
  children: ReactNode
}

/** The fields of new codes. */
export function CodeFields({ form, products, children }: CodeFieldsProps) {
  const { values, set } = form
  const percent = values.type === 1
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      {products && (
        <Select
          label="Product"
          className="sm:col-span-2"
          options={[
            { value: '', label: 'Choose a product' },
            ...products.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.input('product')}
        />
      )}
      {children}
      <Select
        label="Type"
        options={types}
        value={values.type}
        onChange={({ target }) => set({ type: target.value === '1' ? 1 : 0, amount: '0' })}
      />
      <TextField
        label={percent ? 'Amount in percent' : `Amount in ${shopCurrency()}`}
        inputMode={percent ? 'numeric' : 'decimal'}
        autoComplete="off"
        {...form.input('amount')}
      />
      <TextField label="Start date" type="datetime-local" {...form.input('start')} />
      <TextField label="End date" type="datetime-local" {...form.input('end')} />
      <TextField label="Max uses (0 means unlimited)" {...number} {...form.input('maxUses')} />
      <TextField
        label="Max uses per customer (0 means unlimited)"
        {...number}
        {...form.input('maxPerCustomer')}
      />
      <TextField
        label={`Minimum order in ${shopCurrency()}`}
        inputMode="decimal"
        autoComplete="off"
        {...form.input('minOrder')}
      />
      <TextField
        label="Discounted renewals (0 means none)"
        {...number}
        {...form.input('renewals')}
      />
      <Checkbox
        label="First order only"
        checked={values.firstOrder}
        onChange={({ target }) => set({ firstOrder: target.checked })}
      />
    </div>
  )
}
