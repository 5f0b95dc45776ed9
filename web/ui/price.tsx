import clsx from 'clsx'
import { formatPrice } from '../format.ts'

type PriceProps = {
  amount: number
  /** The earlier price, shown struck through. */
  was?: number | undefined
  /** The unit after the price, such as `/ month`. */
  per?: string
  className?: string
}

/** An amount of money in tabular figures. */
export function Price({ amount, was, per, className }: PriceProps) {
  return (
    <span className={clsx('inline-flex items-baseline gap-[0.4em] tabular-nums', className)}>
      {was !== undefined && was !== amount && (
        <s className="font-[450] text-[max(0.65em,0.875rem)] text-faint tracking-normal [font-stretch:100%]">
          <span className="sr-only">Before: </span>
          {formatPrice(was)}
        </s>
      )}
      <span>{formatPrice(amount)}</span>
      {per && (
        <span className="font-normal text-[0.8125rem] text-faint [font-stretch:100%]">{per}</span>
      )}
    </span>
  )
}
