import { Cpu } from 'lucide-react'
import { releases } from '#contract/licensing/releases.ts'
import { api } from '../../api/client.ts'
import { usePolling } from '../../api/polling.ts'
import { defineTab } from '../dashboard/tab.ts'
import { GuidedStart } from './guided-start.tsx'
import { ReleaseChoices } from './release-choices.tsx'
import { isStarted, loadStart, pollStartEvery, type Start } from './start.ts'
import { VerifyDownload } from './verify-download.tsx'

export const loaderTab = defineTab({
  id: 'loader',
  label: 'Loader',
  icon: Cpu,
  async load() {
    const [start, { beta }, { on }] = await Promise.all([
      loadStart(),
      api(releases.choice),
      api(releases.following),
    ])
    return { start, beta, mailed: on }
  },
  failed: 'Error fetching loader status',
  Panel: Loader,
})

type Loaded = { start: Start; beta: boolean; mailed: boolean }

function Loader({ data: { start, beta, mailed } }: { data: Loaded }) {
  usePolling(!start.loader || isStarted(start) ? null : pollStartEvery(start))
  return (
    <>
      <GuidedStart start={start} title="Your loader" />
      <ReleaseChoices beta={beta} mailed={mailed} />
      {start.loader && <VerifyDownload />}
    </>
  )
}
