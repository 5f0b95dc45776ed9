import { Plus } from 'lucide-react'
import { staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { codeDraft, codesOf, emptyTerms, hasDiscount } from './code-draft.ts'
import { CodeFields, type ProductOption } from './code-fields.tsx'

export type NewCodesProps = {
  uid: number
  /** The product of the page. */
  product?: ProductOption
  /** On the page of all codes: the products to choose from. */
  products?: readonly ProductOption[]
}

/** Adds one code with a chosen text. */
export function AddCode(props: NewCodesProps) {
  const draft = `discount code ${props.product?.id ?? ''}`
  const [open, setOpen] = useDraftDialog(props.uid, draft)
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        <Plus size={17} aria-hidden="true" />
        Add Code
      </Button>
      {open && <AddDialog {...props} form={draft} onClose={() => setOpen(false)} />}
    </>
  )
}

type AddDialogProps = NewCodesProps & { form: string; onClose: () => void }

function AddDialog({ uid, product, products, form: draft, onClose }: AddDialogProps) {
  const form = useEndpointForm(staffDiscounts.add, {
    initial: { ...emptyTerms(product?.id.toString()), code: '' },
    schema: codeDraft,
    toInput: (fields) => ({ body: codesOf(fields, [fields.code]) }),
    done: ({ discounts: [added] }) => isolated`Code ${added!.code} added`,
    failed: 'Failed to add the code',
    about: { code_exists: 'code' },
    draft: { uid, form: draft },
    onDone: onClose,
  })
  const { values, set } = form
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Add Discount Code"
      submit="Add"
      disabled={values.code.trim() === '' || !hasDiscount(values)}
      className="max-w-[min(42rem,calc(100vw-2rem))]"
    >
      <CodeFields form={form} products={products}>
        <TextField
          label="Code"
          className="sm:col-span-2"
          maxLength={40}
          autoComplete="off"
          {...form.control('code')}
          onChange={({ target }) => set({ code: target.value.toUpperCase() })}
        />
      </CodeFields>
    </FormDialog>
  )
}
