import { Bitcoin, CreditCard } from 'lucide-react'
import { useConfig } from './config.ts'

/** The enabled payment methods, in words. */
export function usePaymentMethods() {
  const { stripe, crypto } = useConfig()
  return [
    ...(stripe ? [{ name: 'Card', icon: CreditCard }] : []),
    ...(crypto ? [{ name: 'Crypto', icon: Bitcoin }] : []),
  ]
}
