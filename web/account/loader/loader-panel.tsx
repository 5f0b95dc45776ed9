import { Cpu, Download, RefreshCw, ShieldOff } from 'lucide-react'
import type { LoaderStatus } from '#contract/licensing/loader.ts'
import { loaderCodes } from '#contract/licensing/loader-codes.ts'
import { formatSize } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { DownloadLink } from './download-link.tsx'
import { RequestButton } from './request-button.tsx'
import { StartSteps } from './start-steps.tsx'

/** The loader in each of its states: none, building, ready, failed. */
export function LoaderPanel({ loader }: { loader: LoaderStatus | null }) {
  if (!loader) {
    return (
      <Card>
        <Said icon={<Cpu size={28} />} title="Your own loader">
          The loader is built for your account and runs every game that you subscribe to. Building
          it takes a moment.
        </Said>
        <RequestButton look="primary">Request Loader</RequestButton>
      </Card>
    )
  }
  if (loader.status === 'building') {
    return (
      <Card>
        <div role="status">
          <Said icon={<Spinner className="size-7 text-signal" />} title="Building your loader">
            Version {loader.version} is being built for you. This page updates when it is ready. You
            can also leave and come back later.
          </Said>
        </div>
        <div className="h-1 overflow-clip rounded-sm bg-lifted">
          <div className="h-full origin-left animate-progress bg-signal" />
        </div>
      </Card>
    )
  }
  if (loader.status === 'failed') {
    return (
      <Card>
        <ErrorBox className="mb-6">
          Your loader could not be built because of a problem on our side. Please try again.
        </ErrorBox>
        <div className="flex flex-wrap gap-3">
          <RequestButton look="primary">
            <RefreshCw size={18} aria-hidden="true" />
            Try again
          </RequestButton>
          <LinkButton to="/dashboard?t=support">Contact Support</LinkButton>
        </div>
      </Card>
    )
  }
  if (loader.withdrawn) {
    return (
      <Card>
        <Said icon={<ShieldOff size={28} />} title={loaderCodes.BUILD_REVOKED.sentence}>
          {loaderCodes.BUILD_REVOKED.advice} It replaces version {loader.version}, which no longer
          starts and can be deleted.
        </Said>
        <RequestButton look="primary">Request Loader</RequestButton>
      </Card>
    )
  }
  return (
    <Card>
      <Said icon={<Download size={28} />} title="Your loader is ready">
        <span className="break-all font-[600] text-ink">{loader.file_name}</span>
        <span className="mt-1 block text-faint text-sm tabular-nums">
          Version {loader.version}
          {loader.size !== null && ` · ${formatSize(loader.size)}`}
        </span>
      </Said>
      {loader.outdated && (
        <p className="mb-6 rounded-md border border-warning/40 bg-warning/8 px-4 py-3 text-[0.9375rem]">
          A newer version is available. Request your loader again to get it.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <DownloadLink loader={loader} />
        {loader.outdated && <RequestButton>Request again</RequestButton>}
      </div>
      <StartSteps />
    </Card>
  )
}

type SaidProps = { icon: React.ReactNode; title: string; children: React.ReactNode }

function Said({ icon, title, children }: SaidProps) {
  return (
    <div className="mb-6 flex gap-5">
      <span
        aria-hidden="true"
        className="notch-3 grid size-14 shrink-0 place-items-center rounded-md border border-edge bg-raised text-signal"
      >
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="title text-xl">{title}</h2>
        <p className="mt-1.5 max-w-[32em] text-soft">{children}</p>
      </div>
    </div>
  )
}
