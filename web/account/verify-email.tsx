import { CircleCheck, MailCheck, MailX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { sessions } from '#contract/platform/sessions.ts'
import { useAction } from '../api/action.ts'
import { api } from '../api/client.ts'
import { isRefused, messageOf } from '../api/error.ts'
import { useConfig } from '../config.ts'
import { isCheckoutNext } from '../session/origin.ts'
import { useSession } from '../session/session.ts'
import { Head } from '../shell/head.tsx'
import { PageNeedsScripts } from '../shell/needs-scripts.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { Loading } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'
import type { Route } from './+types/verify-email'
import { AuthPage } from './auth-page.tsx'
import { ResendVerification } from './resend-verification.tsx'
import { forgetSignup, hasSignedUpHere } from './signed-up-here.ts'

const failed = 'Email verification failed'
const title = 'Verify Your Email'
const explanation = 'verify-email-explanation'
type Call = typeof sessions.verifyEmail

type Outcome = { state: 'verified' } | { state: 'failed'; reason: string }

/** Verifies the address, or reports that the link cannot be used. Throws any other error. */
async function verify(token: string): Promise<Outcome> {
  try {
    await api(sessions.verifyEmail, { query: {}, body: { token } })
    forgetSignup()
    toast.success('Email successfully verified!')
    return { state: 'verified' }
  } catch (error) {
    // For a malformed token the server returns a list of field errors, which does not help here.
    if (!isRefused<Call>(error, 'invalid', 'spent_verification_link')) throw error
    toast.error(failed)
    return {
      state: 'failed',
      reason: sessions.verifyEmail.refusals.spent_verification_link.sentence,
    }
  }
}

/**
 * With the token of the mailed link, verifies at once in the browser that signed up. Elsewhere, the
 * page waits for a click: a mail scanner that opens the link must not verify a stranger's sign-up.
 * Without a token, the page says what to do.
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams: query } = new URL(request.url)
  const token = query.get('token')
  const email = query.get('email')
  const checkoutNext = isCheckoutNext()
  const loaded = { email, checkoutNext }
  if (!token) return { ...loaded, state: 'waiting' as const }
  if (!hasSignedUpHere()) return { ...loaded, state: 'asking' as const, token }
  try {
    return { ...loaded, ...(await verify(token)) }
  } catch (error) {
    toast.error(failed)
    return { ...loaded, state: 'failed' as const, reason: messageOf(error, failed) }
  }
}

/** Verify only once for each visit. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
  return (
    <AuthPage title={title}>
      <Head title={title} />
      <PageNeedsScripts />
      <Loading label="One moment..." />
    </AuthPage>
  )
}

export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  const { email, checkoutNext } = loaderData
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { mail } = useConfig()
  const given = useLocation().state as { justSent?: boolean; username?: string } | null
  const shown = outcome ?? loaderData
  if (shown.state === 'asking') return <Asking token={shown.token} onDone={setOutcome} />
  if (shown.state === 'verified') {
    return (
      <AuthPage title="Email Verified">
        <Head title="Email Verified" />
        <Said icon={<CircleCheck size={24} className="text-success" />}>
          {checkoutNext
            ? 'Your account is ready. Sign in to finish your purchase.'
            : 'Your account is ready. You can sign in now, here or where you signed up.'}
        </Said>
        <Focused when={outcome !== null} className="grid gap-3">
          {checkoutNext && <ToCheckout look="primary" />}
          <LinkButton to="/login" look={checkoutNext ? 'secondary' : 'primary'} size="large" wide>
            Go to Login
          </LinkButton>
        </Focused>
      </AuthPage>
    )
  }
  if (shown.state === 'failed') {
    return (
      <AuthPage title="Verification Failed">
        <Head title="Verification Failed" />
        <Said icon={<MailX size={24} className="text-danger" />}>
          {shown.reason}. Request a new link and open it from the latest email.
        </Said>
        <Focused when={outcome !== null}>
          <ResendVerification email={email} username={given?.username} />
        </Focused>
      </AuthPage>
    )
  }
  return (
    <AuthPage title={title}>
      <Head title={title} />
      {mail && (
        <Said icon={<MailCheck size={24} className="text-signal" />}>
          {email ? (
            <>
              We have sent a link to <strong className="break-words text-ink">{email}</strong>. Open
              it to activate your account.
            </>
          ) : (
            'Open the link in the email that we have sent you to activate your account.'
          )}{' '}
          If you cannot find the email, check your spam folder or resend it.
        </Said>
      )}
      <ResendVerification email={email} username={given?.username} justSent={given?.justSent} />
      {checkoutNext && (
        <div className="mt-6 grid gap-4 border-line border-t pt-6">
          <p className="text-soft">
            Your cart is saved in this browser. Once you have verified your address, on any device,
            continue here.
          </p>
          <ToCheckout />
        </div>
      )}
    </AuthPage>
  )
}

type AskingProps = { token: string; onDone: (outcome: Outcome) => void }

function Asking({ token, onDone }: AskingProps) {
  const me = useSession()
  const { run, pending, error } = useAction(() => verify(token), {
    failed,
    say: messageOf,
    reload: 'never',
    onDone,
  })
  return (
    <AuthPage title={title}>
      <Head title={title} />
      <div id={explanation}>
        <Said icon={<MailCheck size={24} className="text-signal" />}>
          Click the button to verify your email address and activate your account. If you did not
          sign up here, close this page.
          {me && ` You are signed in as ${me.username}, so that account is already verified.`}
        </Said>
      </div>
      <Focused className="grid gap-4">
        {error && <ErrorBox>{error}</ErrorBox>}
        <Button
          look="primary"
          size="large"
          wide
          aria-describedby={explanation}
          loading={pending}
          onClick={run}
        >
          Verify Email
        </Button>
        {me && (
          <LinkButton to="/dashboard" size="large" wide>
            Go to Dashboard
          </LinkButton>
        )}
      </Focused>
    </AuthPage>
  )
}

type FocusedProps = { when?: boolean; className?: string; children: ReactNode }

/** Moves the focus to its first field, link or button when it appears. */
function Focused({ when = true, className, children }: FocusedProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (when) box.current?.querySelector<HTMLElement>('input, a, button')?.focus()
  }, [when])
  return (
    <div ref={box} className={className}>
      {children}
    </div>
  )
}

/** The checkout redirects anonymous visitors to the sign-in page first. */
const ToCheckout = ({ look = 'secondary' }: { look?: 'primary' | 'secondary' }) => (
  <LinkButton to="/checkout" look={look} size="large" wide>
    Continue to Checkout
  </LinkButton>
)

function Said({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="mb-6 flex gap-4">
      <span aria-hidden="true" className="mt-0.5">
        {icon}
      </span>
      <p className="min-w-0 text-soft">{children}</p>
    </div>
  )
}
