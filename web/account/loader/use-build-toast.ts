import { useEffect, useRef } from 'react'
import type { LoaderStatus } from '#contract/licensing/loader.ts'
import { toast } from '../../ui/toast.ts'

/** Shows a toast when a running build finishes. */
export function useBuildToast(status: LoaderStatus['status'] | undefined) {
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'building' && status === 'ready') toast.success('Loader is ready!')
    if (before.current === 'building' && status === 'failed') toast.error('Error creating loader')
    before.current = status
  }, [status])
}
