import { Trash2 } from 'lucide-react'
import { type StaffProduct, staffProducts } from '#contract/catalogue/staff-products.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { messageOf } from '../../api/error.ts'
import { Button, IconButton } from '../../ui/button.tsx'

type DeleteProductProps = {
  product: StaffProduct
  /** On the page of the product: leaves it once the product is deleted. */
  onDelete?: () => unknown
}

/** Deletes a product, or archives it if customers have it. It says which before it does. */
export function DeleteProduct({ product, onDelete }: DeleteProductProps) {
  const { name, in_use } = product
  const action = in_use ? 'Archive Product' : 'Delete Product'

  const remove = useAction(staffProducts.remove, {
    done: ({ archived }) => (archived ? isolated`${name} archived` : isolated`${name} deleted`),
    failed: 'Failed to delete product',
    say: messageOf,
    onDone: ({ archived }) => (archived ? undefined : onDelete?.()),
  })

  return (
    <ConfirmAction
      action={remove}
      input={[{ params: { id: product.id } }]}
      button={(ask) =>
        onDelete ? (
          <Button onClick={ask}>
            <Trash2 size={16} aria-hidden="true" />
            {action}
          </Button>
        ) : (
          <IconButton
            label={`Delete ${name}`}
            icon={<Trash2 size={17} />}
            size="small"
            onClick={ask}
          />
        )
      }
      title={action}
      confirm={action}
      danger
    >
      {in_use ? (
        <p>
          Customers have ordered or received {name}, so it is archived instead: disabled and hidden
          from the store. Their orders and subscriptions do not change. You can restore it by
          editing it.
        </p>
      ) : (
        <p>
          <bdi>{name}</bdi> and its discount codes are deleted permanently. No customer has ordered
          or received it.
        </p>
      )}
    </ConfirmAction>
  )
}
