import clsx from 'clsx'
import { Check, Mail, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
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
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { textLinkClass } from '../auth-page.tsx'
import { DownloadLink } from './download-link.tsx'
import { RequestButton } from './request-button.tsx'
import { Requirements } from './requirements.tsx'
import type { Start } from './start.ts'
import { useBuildToast } from './use-build-toast.ts'

/** Also a phone that is held sideways, and a tablet. */
const phone = '(pointer: coarse) and (width < 64rem)'

type GuidedStartProps = { start: Start; title?: string }

/** The steps to the game: request the loader, download it, and link a device. */
export function GuidedStart({ start, title = 'Start playing' }: GuidedStartProps) {
  const { loader, linked, requirements } = start
  const onPhone = useMedia(phone)
  const ready = loader?.status === 'ready' && !loader.withdrawn ? loader : null
  const isLinked = linked.length > 0
  // The next step is another one then.
  const look = ready?.outdated || isLinked ? 'secondary' : 'primary'
  useBuildToast(loader?.status)
  return (
    <Card aria-labelledby="start-playing">
      <h2 id="start-playing" className="title text-xl">
        {title}
      </h2>
      <ol className="mt-6 grid gap-6">
        <Step
          number={1}
          state={ready ? 'done' : 'current'}
          title={
            ready
              ? 'Your loader is ready'
              : loader?.status === 'building'
                ? 'Building your loader'
                : 'Request your loader'
          }
        >
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
                  {ready.size !== null && ` · ${formatSize(ready.size)}`}
                  {/\.exe$/i.test(ready.file_name) && ' · for Windows'}
                </span>
              </p>
              {ready.outdated && (
                <Notice>A newer version is available. Request your loader again to get it.</Notice>
              )}
              <div className="flex w-full flex-wrap gap-3">
                {onPhone ? <SendLink look={look} /> : <DownloadLink loader={ready} look={look} />}
                {ready.outdated && <RequestButton look="primary">Request again</RequestButton>}
              </div>
            </>
          )}
          <Requirements products={requirements} />
        </Step>
        <Step
          number={3}
          state={isLinked ? 'done' : ready ? 'next' : 'later'}
          title="Link your device"
        >
          {isLinked && (
            <p className="text-soft [overflow-wrap:anywhere]">
              {isolated`${formatList(linked)} ${linked.length === 1 ? 'is' : 'are'} linked.`}
            </p>
          )}
          <p className="text-soft">
            {isLinked ? 'To link another device, start the loader on it' : 'Start the loader'}, then
            enter the code from its window at <LinkAddress linked={ready !== null} /> and confirm
            that the device is yours. The loader then shows your games.
          </p>
          {ready && !isLinked && <LinkButton to="/link">Link a Device</LinkButton>}
        </Step>
      </ol>
    </Card>
  )
}

function LinkAddress({ linked }: { linked: boolean }) {
  const address = `${window.location.host}/link`
  if (!linked)
    return <span className="font-[600] text-ink [overflow-wrap:anywhere]">{address}</span>
  return (
    <Link to="/link" className={`${textLinkClass} [overflow-wrap:anywhere]`}>
      {address}
    </Link>
  )
}

/** The first step, until the loader is ready. */
function Building({ loader }: { loader: LoaderStatus | null }) {
  if (loader?.status === 'building') {
    return (
      <p role="status" className="flex items-center gap-3 text-soft">
        <Spinner className="size-5 shrink-0 text-signal" />
        Version {loader.version} is being built for you. This page updates when it is ready. You can
        also leave and come back later.
      </p>
    )
  }
  if (loader?.status === 'failed') {
    return (
      <>
        <ErrorBox>
          Your loader could not be built, because of a problem on our side. Please try again.
        </ErrorBox>
        <div className="flex w-full flex-wrap gap-3">
          <RequestButton look="primary">
            <RefreshCw size={18} aria-hidden="true" />
            Try again
          </RequestButton>
          <LinkButton to="/dashboard?t=support">Contact Support</LinkButton>
        </div>
      </>
    )
  }
  return (
    <>
      <p className="text-soft">
        {loader?.withdrawn
          ? `${loaderCodes.BUILD_REVOKED.sentence} ${loaderCodes.BUILD_REVOKED.advice} The new loader replaces version ${loader.version}, which no longer starts and can be deleted.`
          : 'The loader is built for your account and runs every game that you subscribe to. Building it takes a moment.'}
      </p>
      <RequestButton look="primary">Request Loader</RequestButton>
    </>
  )
}

/** Replaces the download on a phone, which cannot run the loader. */
function SendLink({ look }: { look: 'primary' | 'secondary' }) {
  const { mail } = useConfig()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const send = useAction(calls.mailLink, {
    done: ({ email }) => isolated`Link sent to ${email}`,
    onDone: ({ email }) => setSentTo(email),
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
    <>
      {sentTo && (
        <p className="w-full text-soft [overflow-wrap:anywhere]">
          {isolated`The link was sent to ${sentTo}. Open it on your computer.`}
        </p>
      )}
      <Button
        look={sentTo ? 'secondary' : look}
        wide
        loading={send.pending}
        onClick={() => send.run()}
      >
        <Mail size={18} aria-hidden="true" />
        {sentTo ? 'Send Again' : 'Email Me the Link'}
      </Button>
    </>
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
