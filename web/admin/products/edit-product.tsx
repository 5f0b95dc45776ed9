import { useState } from 'react'
import type { User } from '#contract/accounts.ts'
import type { CodeOfGame } from '#contract/discount-codes.ts'
import type { Product } from '#contract/products.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { useFirstProblem } from '../first-problem.ts'
import { ImageField } from '../image/image-field.tsx'
import { readUnsent, useUnsent } from '../unsent.ts'
import { DiscountCodes } from './discount-codes.tsx'
import { fieldsOf, type Problems, problemsOf } from './fields.ts'
import { ProductFields } from './product-fields.tsx'
import { saveProduct } from './save-product.ts'
import { isUnchanged, type Typed } from './typed.ts'

type EditProductProps = {
  user: User
  product: Product
  discounts: { discounts: CodeOfGame[]; total: number }
  /** It was saved, or nothing was to be saved. */
  onClose: () => void
}

/** Everything about one product. What was typed is not lost by a press beside the dialog. */
export function EditProduct({ user, product, discounts, onClose }: EditProductProps) {
  const form = `product ${product.id}`
  const [kept, setKept] = useState({ product, codes: discounts.discounts as readonly CodeOfGame[] })
  const [typed, setTyped] = useState<Typed>(() => {
    const unsent = readUnsent<Typed>(user.uid, form)
    return unsent ?? { fields: fieldsOf(product), codes: kept.codes }
  })
  const [problems, setProblems] = useState<Problems>({})
  const formRef = useFirstProblem(problems)
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const sessionEnded = useUnsent(user.uid, form)
  const { fields, codes } = typed
  const leave = () => (isUnchanged(kept, typed) ? onClose() : setLeaving(true))

  async function save() {
    const found = problemsOf(fields)
    setProblems(found)
    setError(undefined)
    if (Object.keys(found).length > 0) return setError('Some fields need your attention.')
    setSaving(true)
    try {
      await saveProduct(kept, fields, codes, setKept)
      toast.success('Product updated successfully')
      onClose()
    } catch (failure) {
      if (sessionEnded(failure, typed)) return
      toast.error('Failed to update product')
      setError(messageOf(failure, 'Failed to update product'))
      if (failure instanceof ApiError) setProblems(failure.fields as Problems)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Dialog
      open
      onClose={leave}
      className="max-w-[min(64rem,calc(100vw-2rem))]"
      title={`Edit ${product.name}`}
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button look="primary" loading={saving} onClick={save}>
            Save Changes
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <ProductFields
          fields={fields}
          problems={problems}
          onChange={(part) => setTyped({ codes, fields: { ...fields, ...part } })}
        />
        <ImageField
          label="Image"
          value={fields.image}
          current={kept.product.imageUrl}
          error={problems.image}
          onChange={(image) => setTyped({ codes, fields: { ...fields, image } })}
        />
        <DiscountCodes
          gid={product.id}
          codes={codes}
          kept={kept.codes}
          total={discounts.total}
          onChange={(next) => setTyped({ fields, codes: next })}
        />
        {error && <ErrorBox>{error}</ErrorBox>}
        <input type="submit" hidden />
      </form>
      <Confirm
        open={leaving}
        onClose={() => setLeaving(false)}
        title="Discard your changes?"
        confirm="Discard Changes"
        cancel="Keep Editing"
        danger
        onConfirm={async () => {
          onClose()
          return undefined
        }}
      >
        <p>What you changed about {kept.product.name} has not been saved.</p>
      </Confirm>
    </Dialog>
  )
}
