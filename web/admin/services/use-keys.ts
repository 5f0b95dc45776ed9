import { useState } from 'react'
import type { Finding, services } from '#contract/platform/services.ts'
import type { Endpoint, Result } from '#contract/wire/endpoint.ts'
import { useEndpointForm } from '../../api/form.ts'
import { useSession } from '../../session/session.ts'
import { toast } from '../../ui/toast.ts'

type Tried = Result<typeof services.setNowpayments>

/** A form with keys that are tested before they are saved, and the findings of the last test. */
export function useKeys<E extends Endpoint, Fields extends object>(
  endpoint: E,
  options: {
    initial: Fields
    toInput?: Parameters<typeof useEndpointForm<E, Fields>>[1]['toInput']
    schema?: Parameters<typeof useEndpointForm<E, Fields>>[1]['schema']
    send?: Parameters<typeof useEndpointForm<E, Fields>>[1]['send']
    saved: string
    onSaved: () => void
    onTried?: (answer: Result<E>) => void
  },
) {
  const { saved, onSaved, onTried, ...rest } = options
  const [findings, setFindings] = useState<Finding[]>([])
  const form = useEndpointForm<E, Fields>(endpoint, {
    ...rest,
    draft: { uid: useSession()?.uid ?? 0, form: endpoint.path, kept: 'memory' },
    isSaved: (answer) => (answer as Tried).saved,
    failed: 'Failed to test the keys',
    onDone(answer) {
      const tried = answer as Tried
      setFindings(tried.findings)
      onTried?.(answer)
      if (!tried.saved) return
      toast.success(saved)
      onSaved()
    },
  })
  return { form, findings }
}
