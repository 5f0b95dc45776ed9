import { ArrowLeft, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { Me } from '#contract/platform/sessions.ts'
import { Head } from '../shell/head.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptyState, ErrorBox } from '../ui/notice.tsx'
import { toast } from '../ui/toast.ts'
import type { Loaded } from './load.ts'

type PageProps<T> = {
  title: string
  /** Distinguishes pages with the same title in the browser’s tabs and history. */
  section?: string
  /** The link to the parent page. */
  back?: { to: string; label: string }
  detail?: ReactNode
  /** A function if they need the data: a failed reload keeps them, as it keeps the data. */
  actions?: ReactNode | ((data: T) => ReactNode)
  loaded: Loaded<T>
  children: (data: T, user: Me) => ReactNode
}

export const pageTitleClass = 'display min-w-0 text-[1.375rem] leading-7 [overflow-wrap:anywhere]'

/** A page of the back-office: its header, then its data or the error. */
export function Page<T>({ title, section, back, detail, actions, loaded, children }: PageProps<T>) {
  const { shown, failure } = useLatest(loaded)
  const shownActions = typeof actions === 'function' ? shown && actions(shown.data) : actions
  useEffect(() => {
    // On the first load, the browser looked for the anchor before the data was there.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <>
      <Head title={section ? `${section} · ${title}` : title} />
      {back && (
        <Link
          to={back.to}
          className="-ml-1 mb-2 inline-flex items-center gap-1.5 rounded-sm px-1 text-soft text-sm hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <header className="mb-4 flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
          <h1 className={pageTitleClass}>{title}</h1>
          {detail && (
            <div className="min-w-0 text-soft text-sm [overflow-wrap:anywhere]">{detail}</div>
          )}
        </div>
        {shownActions && <div className="flex flex-wrap items-center gap-2">{shownActions}</div>}
      </header>
      {shown
        ? children(shown.data, shown.user)
        : failure &&
          (failure.missing ? <Missing {...failure} back={back} /> : <Failure {...failure} />)}
    </>
  )
}

type MissingProps = { reason: string; back: PageProps<unknown>['back'] }

/** The record in the URL does not exist, so a retry cannot help. */
function Missing({ reason, back }: MissingProps) {
  return (
    <EmptyState
      icon={<SearchX size={26} />}
      title={reason}
      action={back && <LinkButton to={back.to}>Back to {back.label}</LinkButton>}
    >
      It may have been deleted, or the address has a typo.
    </EmptyState>
  )
}

/** Shows an error and its reason, with a button that reloads the page. */
export function Failure({ error, reason }: { error: string; reason: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorBox onRetry={revalidate} retrying={state === 'loading'}>
      <p className="font-[600]">{error}</p>
      {reason && <p className="text-soft">{reason}</p>}
    </ErrorBox>
  )
}

/** Returns the data that was loaded last: a failed reload shows an error and keeps the data. */
function useLatest<T>(loaded: Loaded<T>) {
  type Good = Extract<Loaded<T>, { error: null }>
  const [good, setGood] = useState<Good | null>(loaded.error === null ? (loaded as Good) : null)
  if (loaded.error === null && loaded !== good) setGood(loaded as Good)
  const failure = loaded.error === null ? null : loaded
  useEffect(() => {
    // On the first load, the page itself says that the record is missing.
    if (failure && (good || !failure.missing)) toast.error(failure.error)
  }, [failure, good])
  return { shown: loaded.error === null ? (loaded as Good) : good, failure }
}
