import { Cpu } from 'lucide-react'
import { type LoaderStatus, loader } from '#contract/licensing/loader.ts'
import { releases } from '#contract/licensing/releases.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { defineTab } from '../dashboard/tab.ts'
import { LoaderPanel } from './loader-panel.tsx'
import { ReleaseChoices } from './release-choices.tsx'
import { useBuildToast } from './use-build-toast.ts'
import { VerifyDownload } from './verify-download.tsx'

export const loaderTab = defineTab({
  id: 'loader',
  label: 'Loader',
  icon: Cpu,
  async load() {
    const [status, { beta }, { on }] = await Promise.all([
      api(loader.status, { query: {} }),
      api(releases.choice),
      api(releases.following),
    ])
    return { status, beta, mailed: on }
  },
  failed: 'Error fetching loader status',
  Panel: Loader,
})

const pollEvery = 5000

type Loaded = { status: LoaderStatus | null; beta: boolean; mailed: boolean }

function Loader({ data: { status, beta, mailed } }: { data: Loaded }) {
  usePolling(status?.status === 'building' ? pollEvery : null)
  useBuildToast(status?.status)
  return (
    <>
      <LoaderPanel loader={status} />
      <ReleaseChoices beta={beta} mailed={mailed} />
      {status && <VerifyDownload />}
    </>
  )
}
