import { useEffect } from 'react'
import { replace, useNavigate } from 'react-router'
import { discord } from '#contract/access/discord.ts'
import { api } from '../../api/client.ts'
import { isSessionOver, reasonOf } from '../../api/error.ts'
import { asUser } from '../../session/session.ts'
import { Head } from '../../shell/head.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { AuthPage } from '../auth-page.tsx'
import type { Route } from './+types/discord-callback'

const title = 'Link Discord'
const leaveAfter = 3000

type Failure = { message: string; reason: string | null }

/** Discord redirects the browser to this page. A code is valid once, so it is sent once. */
export function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Failure> {
  const { searchParams: query } = new URL(request.url)
  const code = query.get('code')
  const state = query.get('state') ?? undefined
  return asUser(request, async () => {
    if (query.has('error')) return failure(discord.add.refusals.canceled.sentence)
    if (!code) return failure('No authentication code received')
    try {
      await api(discord.add, { query: { state }, body: code })
    } catch (error) {
      if (isSessionOver(error)) throw error
      return failure('Failed to link Discord account. Please try again.', reasonOf(error))
    }
    throw replace('/dashboard?t=profile&discordLinked=true')
  })
}

export const shouldRevalidate = () => false

export function HydrateFallback() {
  return (
    <AuthPage title={title}>
      <Head title={title} />
      <Loading label="Linking your Discord account..." />
    </AuthPage>
  )
}

export default function DiscordCallback({ loaderData: { message, reason } }: Route.ComponentProps) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/dashboard', { replace: true }), leaveAfter)
    return () => clearTimeout(timer)
  }, [navigate])
  return (
    <AuthPage title={title}>
      <Head title={title} />
      <ErrorBox>
        <p className="font-[600]">{message}</p>
        {reason && <p className="text-soft">{reason}</p>}
      </ErrorBox>
      <p className="my-5 text-soft">You will be redirected to your dashboard in a moment.</p>
      <LinkButton to="/dashboard" wide>
        Go to Dashboard
      </LinkButton>
    </AuthPage>
  )
}

function failure(message: string, reason = ''): Failure {
  return { message, reason: reason && reason !== message ? reason : null }
}
