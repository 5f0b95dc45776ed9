import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { type StaffProduct, staffProducts } from '#contract/staff-products.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, messageOf } from '../../api/error.ts'
import { IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.ts'

/** Deletes a product, or archives one that customers have; it says which before it does. */
export function DeleteProduct({ product }: { product: StaffProduct }) {
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  const { name, in_use } = product

  async function remove() {
    try {
      const { archived } = await api(staffProducts.remove, { params: { id: String(product.id) } })
      toast.success(archived ? `${name} archived` : `${name} deleted`)
    } catch (error) {
      return isSessionOver(error) ? undefined : messageOf(error, 'Failed to delete product')
    }
    revalidate()
  }

  return (
    <>
      <IconButton
        label={`Delete ${name}`}
        icon={<Trash2 size={17} />}
        size="small"
        onClick={() => setAsking(true)}
      />
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={in_use ? 'Archive Product' : 'Delete Product'}
        confirm={in_use ? 'Archive Product' : 'Delete Product'}
        danger
        onConfirm={remove}
      >
        {in_use ? (
          <p>
            Customers have ordered or been given {name}, so it is archived: disabled and hidden from
            the store. Their orders and subscriptions stay. You can bring it back by editing it.
          </p>
        ) : (
          <p>
            {name} and its discount codes are deleted for good. Nobody has ordered it or been given
            it.
          </p>
        )}
      </Confirm>
    </>
  )
}
