import { usePaymentMethods } from '../../payment-methods.ts'

export function PaymentMethods() {
  const methods = usePaymentMethods()
  if (methods.length === 0) return null
  return (
    <p className="mt-4 flex flex-wrap justify-center gap-x-5 gap-y-1 text-[0.9375rem] text-soft">
      <span className="sr-only">Payment methods:</span>
      {methods.map(({ name, icon: Icon }) => (
        <span key={name} className="inline-flex items-center gap-2">
          <Icon size={18} aria-hidden="true" />
          {name}
        </span>
      ))}
    </p>
  )
}
