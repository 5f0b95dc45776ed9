import { Cpu } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type LoaderStatus, loader } from '#contract/loader.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { toast } from '../../ui/toast.ts'
import { defineTab } from '../dashboard/tab.ts'
import { LoaderPanel } from './loader-panel.tsx'

export const loaderTab = defineTab({
  id: 'loader',
  label: 'Loader',
  icon: Cpu,
  load: () => api(loader.status, { query: {} }),
  failed: 'Error fetching loader status',
  Panel: Loader,
})

const pollEvery = 5000

function Loader({ data }: { data: LoaderStatus | null }) {
  usePolling(data?.status === 'building' ? pollEvery : null)
  useNewsOf(data?.status)
  return <LoaderPanel loader={data} />
}

/** Says so when a build that was under way comes to its end. */
function useNewsOf(status: LoaderStatus['status'] | undefined) {
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'building' && status === 'ready') toast.success('Loader is ready!')
    if (before.current === 'building' && status === 'failed') toast.error('Error creating loader')
    before.current = status
  }, [status])
}
