import { mostDetails } from '#contract/catalogue/product-details.ts'
import type { Form } from '../../api/form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { ProductFields } from './fields.ts'
import { ScreenshotsEditor } from './screenshots-editor.tsx'

/** What the store and the product's page show in addition to the description. */
export function PageFields({ form }: { form: Form<ProductFields> }) {
  const { values, set } = form
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextArea
          label="What you get"
          rows={4}
          hint={`One item per line, at most ${mostDetails}. Hidden if empty.`}
          {...form.input('included')}
        />
        <TextArea
          label="Requirements"
          rows={4}
          placeholder={'Windows: 10 or 11, 64 bit\nRAM: 8 GB'}
          hint={`One per line, such as “RAM: 8 GB”, at most ${mostDetails}. Hidden if empty.`}
          {...form.input('requirements')}
        />
      </div>
      <ScreenshotsEditor {...form.control('screenshots')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Category"
          maxLength={40}
          hint="Visitors can filter the store by category, for example Shooter or Racing."
          {...form.input('category')}
        />
        <Checkbox
          label="Popular"
          hint="The store marks the product as popular."
          className="sm:mt-7"
          checked={values.popular}
          onChange={({ target }) => set({ popular: target.checked })}
        />
      </div>
    </>
  )
}
