import { mostDetails } from '#contract/catalogue/product-details.ts'
import type { Form } from '../../api/form.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import type { ProductFields } from './fields.ts'
import { ScreenshotsEditor } from './screenshots-editor.tsx'

/** The fields whose content the store and the product's page show next to the description. */
export function PageFields({ form }: { form: Form<ProductFields> }) {
  const { values, set } = form
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextArea
          label="What you get"
          rows={4}
          hint={`One item per line, up to ${mostDetails}. The section is hidden if empty.`}
          {...form.input('included')}
        />
        <TextArea
          label="Requirements"
          rows={4}
          placeholder={'Windows: 10 or 11, 64 bit\nRAM: 8 GB'}
          hint={`One requirement per line, up to ${mostDetails}, such as “RAM: 8 GB”. The section is hidden if empty.`}
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
          hint="Marks the product in the store. The landing page names popular products first."
          className="sm:mt-7"
          checked={values.popular}
          onChange={({ target }) => set({ popular: target.checked })}
        />
      </div>
    </>
  )
}
