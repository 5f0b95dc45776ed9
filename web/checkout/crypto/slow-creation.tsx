import { useEffect, useState } from 'react'

/** The usual time in which a provider creates a payment, in milliseconds. */
const usualMs = 4000

/** Explains a long wait while the provider creates the payment, which can take 30 seconds. */
export function SlowCreation() {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), usualMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p role="status" className="mt-4 text-center text-soft text-sm">
      {isSlow && 'Your payment address is being created. This can take up to half a minute.'}
    </p>
  )
}
