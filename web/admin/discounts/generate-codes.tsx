import { Download, Sparkles } from 'lucide-react'
import { useRef, useState } from 'react'
import { csvHead, csvLine } from '#contract/catalogue/discounts-csv.ts'
import {
  type ListedDiscount,
  mostDiscounts,
  staffDiscounts,
} from '#contract/catalogue/staff-discounts.ts'
import { useAction } from '../../api/action.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { formatCount, formatCounted } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { saveCsv } from '../list/export-button.tsx'
import type { NewCodesProps } from './add-code.tsx'
import {
  type BatchDraft,
  batchDraft,
  codesOf,
  emptyTerms,
  hasDiscount,
  randomTexts,
} from './code-draft.ts'
import { CodeFields } from './code-fields.tsx'

/** Adds many random codes with the same terms, and offers them as a file. */
export function GenerateCodes(props: NewCodesProps) {
  const draft = `discount codes ${props.product?.id ?? ''}`
  const [open, setOpen] = useDraftDialog(props.uid, draft)
  const [added, setAdded] = useState<readonly ListedDiscount[]>()
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Sparkles size={16} aria-hidden="true" />
        Generate Codes
      </Button>
      {open && (
        <GenerateDialog {...props} form={draft} onAdd={setAdded} onClose={() => setOpen(false)} />
      )}
      {added && <Added codes={added} onClose={() => setAdded(undefined)} />}
    </>
  )
}

type GenerateDialogProps = NewCodesProps & {
  form: string
  onAdd: (codes: readonly ListedDiscount[]) => void
  onClose: () => void
}

function GenerateDialog(props: GenerateDialogProps) {
  const { uid, product, products, form: draft, onAdd, onClose } = props
  const drawn = useRef<{ key: string; texts: string[] }>(undefined)
  /** A retry after a lost response repeats the same codes, which the server then refuses. */
  function textsFor({ count, prefix }: Pick<BatchDraft, 'count' | 'prefix'>) {
    const key = `${count} ${prefix}`
    if (drawn.current?.key !== key) drawn.current = { key, texts: randomTexts({ count, prefix }) }
    return drawn.current.texts
  }
  const form = useEndpointForm(staffDiscounts.add, {
    initial: { ...emptyTerms(product?.id.toString()), maxUses: '1', count: '100', prefix: '' },
    schema: batchDraft,
    toInput: (fields) => ({ body: codesOf(fields, textsFor(fields)) }),
    failed: 'Failed to generate the codes',
    draft: { uid, form: draft },
    onDone({ discounts }) {
      const { name = '' } = product ?? products?.find(({ id }) => id === discounts[0]?.gid) ?? {}
      onAdd(discounts.map((discount) => ({ ...discount, product_name: name })))
      onClose()
    },
  })
  const { values, set } = form
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Generate Discount Codes"
      submit="Generate Codes"
      disabled={!hasDiscount(values)}
      className="max-w-[min(42rem,calc(100vw-2rem))]"
    >
      <CodeFields form={form} products={products}>
        <TextField
          label="Number of codes"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          hint={`From 1 to ${formatCount(mostDiscounts)}.`}
          {...form.input('count')}
        />
        <TextField
          label="Prefix (optional)"
          maxLength={32}
          autoComplete="off"
          hint="Eight random characters follow it."
          {...form.control('prefix')}
          onChange={({ target }) => set({ prefix: target.value.toUpperCase() })}
        />
      </CodeFields>
    </FormDialog>
  )
}

type AddedProps = { codes: readonly ListedDiscount[]; onClose: () => void }

function Added({ codes, onClose }: AddedProps) {
  const save = () => saveCsv('discount-codes', [csvHead, ...codes.map(csvLine)])
  const removing = useAction(staffDiscounts.remove, {
    done: ({ removed }) => `${formatCounted(removed, 'code')} removed`,
    failed: 'Failed to remove the codes',
    onDone: onClose,
  })
  const remove = () => removing.run({ body: codes.map(({ id, code }) => ({ id, code })) })
  return (
    <Dialog
      open
      onClose={onClose}
      problem={removing.error}
      title={`${formatCounted(codes.length, 'code')} added`}
      actions={
        <>
          <Button loading={removing.pending} onClick={remove} className="mr-auto">
            Remove These Codes
          </Button>
          <Button onClick={onClose}>Done</Button>
          <Button look="primary" onClick={save}>
            <Download size={16} aria-hidden="true" />
            Download CSV
          </Button>
        </>
      }
    >
      <p className="text-soft">
        Customers can use them from the start date on. The file lists all of them with their terms.
      </p>
    </Dialog>
  )
}
