import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isolated } from '#contract/wire/isolate.ts'
import { type CartItem, notAdded, setQuantity, undoRemoval } from '../../cart/cart.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

export type Removed = { item: CartItem; position: number }

/** Removes items from the cart. The last removal can be undone while the page is open. */
export function useRemoval(items: readonly CartItem[] | null) {
  const [last, setLast] = useState<Removed | null>(null)
  const [restored, setRestored] = useState<number | null>(null)
  // The item may have been added again in another tab.
  const removed = last && !items?.some(({ id }) => id === last.item.id) ? last : null
  return {
    removed,
    /** The id of the product that was restored last. */
    restored,
    remove(item: CartItem, position: number) {
      setQuantity(item.id, 0)
      setLast({ item, position })
      setRestored(null)
    },
    undo({ item, position }: Removed) {
      const reason = undoRemoval(item, position)
      if (reason) toast.error(notAdded(reason, item.title))
      else setRestored(item.id)
    },
  }
}

type RemovedItemProps = { title: string; onUndo: () => void }

/** Replaces a removed item, and takes over the focus of its button. */
export function RemovedItem({ title, onUndo }: RemovedItemProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
      <p role="status" className="min-w-0 text-soft [overflow-wrap:anywhere]">
        {isolated`${title} was removed.`}
      </p>
      <Button ref={button} size="small" onClick={onUndo}>
        <Undo2 size={16} aria-hidden="true" />
        Undo
      </Button>
    </div>
  )
}
