import clsx from 'clsx'
import { Check, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { loader as calls, type LoaderStatus } from '#contract/licensing/loader.ts'
import { loaderCodes } from '#contract/licensing/loader-codes.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { useConfig } from '../../config.ts'
import { formatList, formatSize } from '../../format.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useMedia } from '../../ui/media.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { DownloadLink } from './download-link.tsx'
import { RequestButton } from './request-button.tsx'
import { useBuildToast } from './use-build-toast.ts'

export type Start = {
  loader: LoaderStatus | null
  /** The names of the linked devices. */
  linked: readonly string[]
}

/** Whether the customer has nothing left to do. */
export const isStarted = ({ loader, linked }: Start) =>
  linked.length > 0 && loader?.status === 'ready' && !loader.withdrawn

const phone = '(pointer: coarse) and (width < 48rem)'

/** The steps after a payment: request the loader, download it, and link a device. */
export function GuidedStart({ start }: { start: Start }) {
  const { loader, linked } = start
  const onPhone = useMedia(phone)
  const ready = loader?.status === 'ready' && !loader.withdrawn ? loader : null
  const isLinked = linked.length > 0
  useBuildToast(loader?.status)
  return (
    <Card aria-labelledby="start-playing">
      <h2 id="start-playing" className="title text-xl">
        Start playing
      </h2>
      <ol className="mt-6 grid gap-6">
        <Step number={1} state={ready ? 'done' : 'current'} title="Request your loader">
          {!ready && <Building loader={loader} />}
        </Step>
        <Step
          number={2}
          state={!ready ? 'later' : isLinked ? 'done' : 'current'}
          title="Download it on your computer"
        >
          {ready && (
            <>
              <p className="text-soft">
                <span className="break-all font-[600] text-ink">{ready.file_name}</span>
                <span className="block text-[0.9375rem] tabular-nums">
                  Version {ready.version}
                  {ready.size !== null && ` · ${formatSize(ready.size)}`} · for Windows
                </span>
              </p>
              {onPhone ? (
                <SendLink done={isLinked} />
              ) : (
                <DownloadLink loader={ready} look={isLinked ? 'secondary' : 'primary'} />
              )}
            </>
          )}
        </Step>
        <Step
          number={3}
          state={isLinked ? 'done' : ready ? 'next' : 'later'}
          title="Link your device"
        >
          {isLinked ? (
            <p className="text-soft [overflow-wrap:anywhere]">
              {isolated`${formatList(linked)} ${linked.length === 1 ? 'is' : 'are'} linked.`}
            </p>
          ) : (
            <>
              <p className="text-soft">
                Start the loader, then enter the code from its window at{' '}
                <span className="break-words font-[600] text-ink">{window.location.host}/link</span>
                .
              </p>
              {ready && <LinkButton to="/link">Link a Device</LinkButton>}
            </>
          )}
        </Step>
      </ol>
    </Card>
  )
}

/** The first step, until the loader is ready. */
function Building({ loader }: { loader: LoaderStatus | null }) {
  if (loader?.status === 'building') {
    return (
      <p role="status" className="flex items-center gap-3 text-soft">
        <Spinner className="size-5 shrink-0 text-signal" />
        Version {loader.version} is being built for you. This page updates when it is ready.
      </p>
    )
  }
  const failed = loader?.status === 'failed'
  return (
    <>
      <p className="text-soft">
        {failed
          ? 'Your loader could not be built because of a problem on our side. Please try again.'
          : loader?.withdrawn
            ? `${loaderCodes.BUILD_REVOKED.sentence} ${loaderCodes.BUILD_REVOKED.advice}`
            : 'The loader is built for your account and runs every game that you subscribe to.'}
      </p>
      <RequestButton look="primary">{failed ? 'Try again' : 'Request Loader'}</RequestButton>
    </>
  )
}

/** Replaces the download on a phone, which cannot run the loader. */
function SendLink({ done }: { done: boolean }) {
  const { mail } = useConfig()
  const send = useAction(calls.mailLink, {
    done: ({ email }) => isolated`Link sent to ${email}`,
    failed: 'The email could not be sent. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    reload: 'never',
  })
  if (!mail) {
    return (
      <p className="text-soft">
        On your computer, open{' '}
        <span className="break-all font-[600] text-ink">
          {window.location.host}/dashboard?t=loader
        </span>
      </p>
    )
  }
  return (
    <Button
      look={done ? 'secondary' : 'primary'}
      wide
      loading={send.pending}
      onClick={() => send.run()}
    >
      <Mail size={18} aria-hidden="true" />
      Email Me the Link
    </Button>
  )
}

type StepProps = {
  number: number
  /** A `next` step is available, but the page highlights the current one. */
  state: 'done' | 'current' | 'next' | 'later'
  title: string
  children: ReactNode
}

function Step({ number, state, title, children }: StepProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-4"
    >
      <span
        className={clsx(
          'grid size-8 place-items-center rounded-full border font-[650] text-[0.9375rem] tabular-nums',
          state === 'done' && 'border-success/40 bg-success/10 text-success',
          state === 'current' && 'border-signal text-signal',
          (state === 'next' || state === 'later') && 'border-edge text-soft',
        )}
      >
        {state === 'done' ? <Check size={18} aria-label="Done" /> : number}
      </span>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
        <h3 className={clsx('title pt-1 text-lg', state === 'later' && 'text-soft')}>{title}</h3>
        {children}
      </div>
    </li>
  )
}
