import { useState } from 'react'
import { type BlockerFunction, Link } from 'react-router'
import { staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { type StaffProduct, staffProducts } from '#contract/catalogue/staff-products.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { api } from '../../api/client.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ImageField } from '../image/image-field.tsx'
import { emptyDraft } from './code-list.ts'
import { DiscountCodes, type KeptCodes } from './discount-codes.tsx'
import { asGone, changedProduct, changesOf, fieldsOf, newCodesOf } from './fields.ts'
import { ProductFields } from './product-fields.tsx'

type EditProductProps = {
  user: Me
  product: StaffProduct
  codes: KeptCodes
  /** Closes the dialog by returning to the list. The form asks before unsaved changes are lost. */
  onClose: () => void
}

/** The URL opens the dialog, so that Back closes it. */
const closesDialog: BlockerFunction = ({ currentLocation: now, nextLocation: next }) =>
  now.pathname !== next.pathname || edited(now.search) !== edited(next.search)
const edited = (search: string) => new URLSearchParams(search).get('edit')

/** The dialog with all settings of a product. A click outside asks before changes are lost. */
export function EditProduct({ user, product, codes, onClose }: EditProductProps) {
  const [blankCode] = useState(() => emptyDraft())
  const form = useRecordForm(staffProducts.change, {
    initial: fieldsOf(product, blankCode),
    schema: changedProduct,
    async send(fields, base) {
      const body = changesOf(base, fields)
      const { removed } = fields
      const added = newCodesOf(fields, product.id)
      if (body) await api(staffProducts.change, { params: { id: product.id }, body })
      if (removed.length > 0) await api(staffDiscounts.remove, { body: asGone(removed) })
      if (added.length > 0) await api(staffDiscounts.add, { body: added })
    },
    done: 'Product updated successfully',
    failed: 'Failed to update product',
    failureIn: 'both',
    // Saving takes several calls. If one fails, the next attempt sends the rest.
    reload: 'always',
    draft: { uid: user.uid, form: `product ${product.id}` },
    loses: closesDialog,
    onDone: onClose,
  })

  return (
    <Dialog
      open
      onClose={onClose}
      className="max-w-[min(64rem,calc(100vw-2rem))]"
      title={`Edit ${product.name}`}
      problem={form.error}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form.id} look="primary" loading={form.pending}>
            Save Changes
          </Button>
        </>
      }
    >
      <form {...form.attributes} className="grid gap-5">
        <ProductFields form={form} />
        <p className="text-soft text-sm">
          Active renewals keep their price when you change it here.{' '}
          <Link
            to={`/admin/products/${product.id}/renewals`}
            className="underline decoration-edge underline-offset-4 hover:decoration-signal"
          >
            Move renewals to the new price
          </Link>
        </p>
        <ImageField
          label="Image"
          current={product.imageUrl}
          {...form.control('image')}
          onReading={form.waitFor}
        />
        <DiscountCodes
          gid={product.id}
          kept={codes}
          changes={form.values}
          onChange={form.set}
          newCode={{ ...form.control('newCode'), blank: blankCode }}
        />
      </form>
    </Dialog>
  )
}
