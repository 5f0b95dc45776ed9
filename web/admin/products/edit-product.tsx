import { useState } from 'react'
import type { BlockerFunction } from 'react-router'
import type { Me } from '#contract/sessions.ts'
import type { StaffDiscount } from '#contract/staff-discounts.ts'
import { type StaffProduct, staffProducts } from '#contract/staff-products.ts'
import { api } from '../../api/client.ts'
import { ApiError, isSessionOver, messageOf } from '../../api/error.ts'
import { isStale, rebase, staleMessage } from '../../api/rebase.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { useFirstProblem } from '../first-problem.ts'
import { ImageField } from '../image/image-field.tsx'
import { readUnsent, useUnsent } from '../unsent.ts'
import { DiscountCodes } from './discount-codes.tsx'
import { fieldsOf, type Problems, problemsOf } from './fields.ts'
import { ProductFields } from './product-fields.tsx'
import { type Kept, saveProduct } from './save-product.ts'
import { isUnchanged, type Typed } from './typed.ts'

type EditProductProps = {
  user: Me
  product: StaffProduct
  discounts: { discounts: StaffDiscount[]; total: number }
  /** Leads to the list without the dialog; typed work is asked for on the way. */
  onClose: () => void
}

/** The address opens the dialog, so that Back closes it. */
const closesDialog: BlockerFunction = ({ currentLocation: now, nextLocation: next }) =>
  now.pathname !== next.pathname || edited(now.search) !== edited(next.search)
const edited = (search: string) => new URLSearchParams(search).get('edit')

/** Everything about one product. What was typed is not lost by a press beside the dialog. */
export function EditProduct({ user, product, discounts, onClose }: EditProductProps) {
  const form = `product ${product.id}`
  // With what was typed comes what it was typed over, so that it undoes nothing of others.
  const [unsent] = useState(() => readUnsent<{ kept: Kept; typed: Typed }>(user.uid, form))
  const [kept, setKept] = useState<Kept>(unsent?.kept ?? { product, codes: discounts.discounts })
  const [typed, setTyped] = useState<Typed>(
    unsent?.typed ?? { fields: fieldsOf(product), codes: kept.codes },
  )
  const [problems, setProblems] = useState<Problems>({})
  const formRef = useFirstProblem(problems)
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const { fields, codes } = typed
  const { done } = useUnsent({
    uid: user.uid,
    form,
    dirty: !isUnchanged(kept, typed),
    typed: () => ({ kept, typed }),
    loses: closesDialog,
  })

  async function save() {
    const found = problemsOf(fields)
    setProblems(found)
    setError(undefined)
    if (Object.keys(found).length > 0) return setError('Some fields need your attention.')
    setSaving(true)
    try {
      await saveProduct(kept, fields, codes, setKept)
      toast.success('Product updated successfully')
      done()
      onClose()
    } catch (failure) {
      if (isSessionOver(failure)) return
      toast.error('Failed to update product')
      if (isStale(failure)) {
        setError(staleMessage(failure))
        return await follow()
      }
      setError(messageOf(failure, 'Failed to update product'))
      if (failure instanceof ApiError) setProblems(failure.fields as Problems)
    } finally {
      setSaving(false)
    }
  }

  /** Loads what somebody else changed, below what was typed. */
  async function follow() {
    try {
      const now = await api(staffProducts.get, { params: { id: String(product.id) } })
      setTyped({ codes, fields: rebase(fieldsOf(kept.product), fields, fieldsOf(now)) })
      setKept((before) => ({ ...before, product: now }))
    } catch (failure) {
      if (!isSessionOver(failure)) setError(messageOf(failure, 'Failed to fetch products'))
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      className="max-w-[min(64rem,calc(100vw-2rem))]"
      title={`Edit ${product.name}`}
      problem={error}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
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
        <input type="submit" hidden />
      </form>
    </Dialog>
  )
}
