import { useEffect, useRef } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { brand } from '#contract/platform/brand.ts'
import { secondFactor } from '#contract/platform/second-factor.ts'
import { services } from '#contract/platform/services.ts'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { setup } from '#contract/shop/setup.ts'
import { can } from '#contract/wire/capabilities.ts'
import { AuthPage, textLinkClass } from '../../account/auth-page.tsx'
import { api } from '../../api/client.ts'
import { isRefused } from '../../api/error.ts'
import { asUser, loadSession } from '../../session/session.ts'
import { Head } from '../../shell/head.tsx'
import { PageNeedsScripts } from '../../shell/needs-scripts.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Loading } from '../../ui/spinner.tsx'
import type { Route } from './+types/setup'
import { ClaimForm } from './claim-form.tsx'
import { HasAdministrator } from './has-administrator.tsx'
import { Steps } from './steps.tsx'

/**
 * With the link from the terminal, whose token is in the URL fragment, the visitor becomes the
 * administrator. A signed-in administrator continues the setup.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const user = await loadSession()
  if (!user) return { who: 'nobody' as const, link: await readLink(window.location.hash.slice(1)) }
  if (!can(user, 'manage_settings')) return { who: 'other' as const, name: user.username }
  return asUser(request, async () => {
    const [state, { missing }, setups, look, factor, { texts }] = await Promise.all([
      api(setup.get),
      api(setup.missing),
      api(services.list),
      api(brand.get),
      api(secondFactor.get),
      api(staffTexts.list),
    ])
    const data = { user, state, missing, setups, look, factor, texts }
    return { who: 'administrator' as const, data }
  })
}

type SetupLink =
  | { state: 'none' | 'spent' }
  | { state: 'refused' | 'claimed'; why: string }
  | { state: 'live'; token: string }

async function readLink(token: string): Promise<SetupLink> {
  if (!token) return { state: 'none' }
  try {
    await api(setup.check, { body: { token } })
    return { state: 'live', token }
  } catch (error) {
    // For a malformed token the server returns a list of field errors, which does not help here.
    if (isRefused<typeof setup.check>(error, 'spent_setup_link', 'invalid')) {
      return { state: 'spent' }
    }
    if (isRefused<typeof setup.check>(error, 'has_administrator')) {
      return { state: 'claimed', why: error.message }
    }
    if (isRefused<typeof setup.check>(error, 'rate_limited')) {
      return { state: 'refused', why: error.message }
    }
    throw error
  }
}

/** Handles a link that is pasted into the tab, because a change of the fragment runs no loader. */
function useLinkChange() {
  const { hash } = useLocation()
  const { revalidate } = useRevalidator()
  const seen = useRef(hash)
  useEffect(() => {
    if (seen.current === hash) return
    seen.current = hash
    revalidate()
  }, [hash, revalidate])
}

const title = 'Set Up Your Shop'

export function HydrateFallback() {
  return (
    <AuthPage title={title}>
      <Head title={title} />
      <PageNeedsScripts />
      <Loading label="One moment..." />
    </AuthPage>
  )
}

export default function Setup({ loaderData }: Route.ComponentProps) {
  useLinkChange()
  if (loaderData.who === 'administrator') {
    return <Steps title={title} data={loaderData.data} />
  }
  if (loaderData.who === 'nobody' && loaderData.link.state === 'live') {
    return (
      <AuthPage
        title="Make This Shop Yours"
        detail="This account administers the shop. The next steps set up everything else."
      >
        <Head title="Make This Shop Yours" />
        <ClaimForm token={loaderData.link.token} />
      </AuthPage>
    )
  }
  return (
    <AuthPage title={title}>
      <Head title={title} />
      {loaderData.who === 'other' && (
        <p>You are signed in as {loaderData.name}. Only an administrator can set up the shop.</p>
      )}
      {loaderData.who === 'nobody' && loaderData.link.state === 'claimed' && (
        <HasAdministrator>{loaderData.link.why}</HasAdministrator>
      )}
      {loaderData.who === 'nobody' && loaderData.link.state !== 'claimed' && (
        <div className="grid gap-5">
          {loaderData.link.state === 'spent' && (
            <ErrorBox>This link has expired or was already used.</ErrorBox>
          )}
          {loaderData.link.state === 'refused' && <ErrorBox>{loaderData.link.why}</ErrorBox>}
          <p>
            If the shop has no administrator yet, open the setup link that it prints in the terminal
            whenever it starts. You can print a new link with{' '}
            <code className="whitespace-nowrap">npm run setup</code> on the shop’s machine.
          </p>
          <p>
            If you are the administrator,{' '}
            <Link to="/login?origin=/setup" className={textLinkClass}>
              sign in
            </Link>{' '}
            to continue.
          </p>
        </div>
      )}
    </AuthPage>
  )
}
