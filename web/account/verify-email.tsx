import { CircleCheck, MailCheck, MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { sessions } from '#contract/platform/sessions.ts'
import { api } from '../api/client.ts'
import { isRefused, messageOf } from '../api/error.ts'
import { useConfig } from '../config.ts'
import { Head } from '../shell/head.tsx'
import { PageNeedsScripts } from '../shell/needs-scripts.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Loading } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.ts'
import type { Route } from './+types/verify-email'
import { AuthPage } from './auth-page.tsx'
import { isCheckoutNext } from './origin.ts'
import { ResendVerification } from './resend-verification.tsx'

const failed = 'Email verification failed'

/** With the token of the mailed link, verifies at once. Without it, the page says what to do. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams: query } = new URL(request.url)
  const token = query.get('token')
  const email = query.get('email')
  const checkoutNext = isCheckoutNext()
  if (!token) return { state: 'waiting' as const, email, checkoutNext }
  try {
    await api(sessions.verifyEmail, { query: {}, body: { token } })
    toast.success('Email successfully verified!')
    return { state: 'verified' as const, email, checkoutNext }
  } catch (error) {
    toast.error(failed)
    // For a malformed token the server returns a list of field errors, which does not help here.
    const malformed = isRefused<typeof sessions.verifyEmail>(error, 'invalid')
    const { spent_verification_link: spent } = sessions.verifyEmail.refusals
    const reason = malformed ? spent.sentence : messageOf(error, failed)
    return { state: 'failed' as const, email, checkoutNext, reason }
  }
}

/** Verify only once for each visit. */
export const shouldRevalidate = () => false

export function HydrateFallback() {
  return (
    <AuthPage title="Verify Your Email">
      <Head title="Verify Your Email" />
      <PageNeedsScripts />
      <Loading label="One moment..." />
    </AuthPage>
  )
}

export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  const { state, email, checkoutNext } = loaderData
  const { mail } = useConfig()
  const given = useLocation().state as { justSent?: boolean; username?: string } | null
  if (state === 'verified') {
    return (
      <AuthPage title="Email Verified">
        <Head title="Email Verified" />
        <Said icon={<CircleCheck size={24} className="text-success" />}>
          {checkoutNext
            ? 'Your account is ready. Sign in to finish your purchase.'
            : 'Your account is ready. You can sign in now, here or where you signed up.'}
        </Said>
        <div className="grid gap-3">
          {checkoutNext && <ToCheckout look="primary" />}
          <LinkButton to="/login" look={checkoutNext ? 'secondary' : 'primary'} size="large" wide>
            Go to Login
          </LinkButton>
        </div>
      </AuthPage>
    )
  }
  if (state === 'failed') {
    return (
      <AuthPage title="Verification Failed">
        <Head title="Verification Failed" />
        <Said icon={<MailX size={24} className="text-danger" />}>
          {loaderData.reason}. Request a new link and open it from the latest email.
        </Said>
        <ResendVerification email={email} username={given?.username} />
      </AuthPage>
    )
  }
  return (
    <AuthPage title="Verify Your Email">
      <Head title="Verify Your Email" />
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
            Your cart is saved in this browser. Once you have opened the link, on any device,
            continue here.
          </p>
          <ToCheckout />
        </div>
      )}
    </AuthPage>
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
