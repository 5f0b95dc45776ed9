import { Bitcoin, CreditCard } from 'lucide-react'
import { useConfig } from './config.ts'

/** The enabled payment methods, as the footer, the cart and product pages show them. */
export function usePaymentMethods() {
  const { stripe, crypto } = useConfig()
  return [
    ...(stripe ? [{ name: 'Card', icon: CreditCard }] : []),
    ...(crypto ? [{ name: 'Crypto', icon: Bitcoin }] : []),
  ]
}
