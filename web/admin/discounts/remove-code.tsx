import { Trash2 } from 'lucide-react'
import { type ListedDiscount, staffDiscounts } from '#contract/catalogue/staff-discounts.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { IconButton } from '../../ui/button.tsx'

/** Removes a code for new orders. */
export function RemoveCode({ discount: { id, code, used_count } }: { discount: ListedDiscount }) {
  const remove = useAction(staffDiscounts.remove, {
    done: isolated`Code ${code} removed`,
    failed: 'Failed to remove the code',
  })
  return (
    <ConfirmAction
      action={remove}
      input={[{ body: [{ id, code }] }]}
      button={(ask) => (
        <IconButton
          label={`Remove ${code}`}
          icon={<Trash2 size={16} />}
          size="small"
          onClick={ask}
        />
      )}
      title="Remove this code?"
      confirm="Remove Code"
      danger
    >
      <p>
        Customers can no longer use <bdi className="break-all font-mono">{code}</bdi>.
        {used_count > 0 && ' Orders that used it keep their price.'}
      </p>
    </ConfirmAction>
  )
}
