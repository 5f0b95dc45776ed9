import type { Form } from '../../api/form.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { ProductFields } from './fields.ts'

export function DiscordField({ form }: { form: Form<Pick<ProductFields, 'discordRoleId'>> }) {
  return (
    <TextField
      label="Discord Role ID"
      inputMode="numeric"
      maxLength={20}
      hint="Role ID will be assigned to users who purchase this product"
      {...form.input('discordRoleId')}
    />
  )
}
