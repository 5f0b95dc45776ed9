import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { linkRefusals } from '#contract/wire/link-refusals.ts'
import { ApiError, messageOf } from '../api/error.ts'
import { Head } from '../shell/head.tsx'
import { PageNeedsScripts } from '../shell/needs-scripts.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { Loading } from '../ui/spinner.tsx'
import { AuthPage } from './auth-page.tsx'

export const linkFailed = 'Something went wrong. Please try again.'

type Read<Found> = { token: string; found: Found | null; error: string | null; again: boolean }

/**
 * Reads the target of a link in a mail without changing anything, because mail programs open links
 * automatically.
 */
export async function readMailLink<Found>(
  request: Request,
  read: (token: string) => Promise<Found>,
): Promise<Read<Found>> {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    return { token, found: await read(token), error: null, again: false }
  } catch (error) {
    const { code, sentence } = linkRefusals.incomplete_link
    const wrong = error instanceof ApiError && [code, 'invalid'].includes(error.code)
    return {
      ...{ token, found: null, again: !wrong },
      error: wrong ? sentence : messageOf(error, linkFailed),
    }
  }
}

export function MailLinkFallback({ title }: { title: string }) {
  return (
    <AuthPage title={title}>
      <Head title={title} />
      <Loading label="One moment..." />
      <PageNeedsScripts />
    </AuthPage>
  )
}

type MailLinkPageProps<Found> = {
  title: string
  description: string
  read: Read<Found>
  children: (found: Found) => ReactNode
}

/** The page that a link in a mail opens, or the reason why the link is invalid. */
export function MailLinkPage<Found>(props: MailLinkPageProps<Found>) {
  const { title, description, read, children } = props
  const { revalidate, state } = useRevalidator()
  return (
    <AuthPage title={title}>
      <Head title={title} description={description} />
      {read.found ? (
        children(read.found)
      ) : (
        <ErrorBox
          action={
            read.again && (
              <Button size="small" loading={state === 'loading'} onClick={() => revalidate()}>
                Try again
              </Button>
            )
          }
        >
          {read.error}
        </ErrorBox>
      )}
    </AuthPage>
  )
}
