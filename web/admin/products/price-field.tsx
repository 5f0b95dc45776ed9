import { shopCurrency } from '#contract/wire/currency.ts'
import type { Form } from '../../api/form.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { ProductFields } from './fields.ts'

export function PriceField({ form }: { form: Form<Pick<ProductFields, 'price'>> }) {
  return (
    <TextField
      label="Price"
      inputMode="decimal"
      autoComplete="off"
      required
      hint={`${shopCurrency()} a month`}
      {...form.input('price')}
    />
  )
}
