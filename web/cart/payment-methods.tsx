import { Bitcoin, CreditCard } from 'lucide-react'
import { useConfig } from '../config.ts'

/** The payment methods that the shop accepts. */
export function PaymentMethods() {
  const { stripe, crypto } = useConfig()
  if (!stripe && !crypto) return null
  return (
    <ul
      aria-label="Payment methods"
      className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-1 text-[0.9375rem] text-soft"
    >
      {stripe && (
        <li className="inline-flex items-center gap-2">
          <CreditCard size={18} aria-hidden="true" />
          Credit Card
        </li>
      )}
      {crypto && (
        <li className="inline-flex items-center gap-2">
          <Bitcoin size={18} aria-hidden="true" />
          Cryptocurrency
        </li>
      )}
    </ul>
  )
}
