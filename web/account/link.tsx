import { CircleCheck, Monitor } from 'lucide-react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod'
import { type Pairing, pairings } from '#contract/licensing/pairings.ts'
import { useAction } from '../api/action.ts'
import { api } from '../api/client.ts'
import { isSessionOver, messageOf } from '../api/error.ts'
import { useEndpointForm } from '../api/form.ts'
import { asUser } from '../session/session.ts'
import { Head } from '../shell/head.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Moment } from '../ui/time-ago.tsx'
import type { Route } from './+types/link'
import { AuthPage } from './auth-page.tsx'
import { MailLinkFallback } from './mail-link.tsx'

const title = 'Link a Device'
const failed = 'Something went wrong. Please try again.'

type Loaded = { code: string; pairing: Pairing | null; error: string | null }

/** Only reads the pairing: following a link must not pair a device. */
export function clientLoader({ request }: Route.ClientLoaderArgs): Promise<Loaded> {
  const code = new URL(request.url).searchParams.get('code')?.slice(0, 20) ?? ''
  return asUser(request, async () => {
    if (!code) return { code, pairing: null, error: null }
    try {
      return { code, pairing: await api(pairings.get, { params: { code } }), error: null }
    } catch (error) {
      if (isSessionOver(error)) throw error
      return { code, pairing: null, error: messageOf(error, failed) }
    }
  })
}

export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search !== nextUrl.search

export const HydrateFallback = () => <MailLinkFallback title={title} />

/** The outcome, and the name of the device. */
type Ended = { paired: boolean; name: string }

export default function Link({ loaderData: { code, pairing, error } }: Route.ComponentProps) {
  // A code is valid for one answer. The outcome is stored in the history entry, so that a reload
  // shows it.
  const ended: Ended | null = useLocation().state
  const navigate = useNavigate()
  return (
    <AuthPage title={title} detail="The loader on your computer shows a code to enter here.">
      <Head title={title} />
      {ended ? (
        <Done {...ended} />
      ) : pairing ? (
        <Answer
          key={pairing.code}
          pairing={pairing}
          onEnd={(state: Ended) => navigate('/link', { replace: true, state })}
        />
      ) : (
        <EnterCode key={code} typed={code} error={error} />
      )}
    </AuthPage>
  )
}

const codeForm = z.object({
  code: z.string().trim().min(1, 'Enter the code that the loader shows'),
})

function EnterCode({ typed, error }: { typed: string; error: string | null }) {
  const navigate = useNavigate()
  const form = useEndpointForm(pairings.get, {
    initial: { code: typed },
    schema: codeForm,
    // The next page asks whether to link the device.
    send: async ({ code }) => navigate(`/link?code=${encodeURIComponent(code.trim())}`),
    failed,
    reload: 'never',
    unasked: 'code',
  })
  return (
    <form {...form.attributes} className="grid gap-5">
      <TextField
        label="Code"
        placeholder="WDJB-MJHT"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        {...form.input('code')}
      />
      {error && !form.dirty && <ErrorBox>{error}</ErrorBox>}
      <Button type="submit" look="primary" size="large" wide>
        Continue
      </Button>
    </form>
  )
}

type AnswerProps = { pairing: Pairing; onEnd: (ended: Ended) => void }

function Answer({ pairing, onEnd }: AnswerProps) {
  const answer = useAction(pairings.answer, {
    failed,
    say: messageOf,
    reload: 'never',
    onDone: ({ paired }) => onEnd({ paired, name: pairing.name }),
  })
  const send = (approve: boolean) =>
    answer.run({ params: { code: pairing.code }, body: { approve } })
  const foreign = pairing.build === 'not_yours'
  return (
    <div className="grid gap-6">
      <div className="flex gap-4">
        <Monitor size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-signal" />
        <div className="grid min-w-0 gap-1">
          <h2 className="title text-lg [overflow-wrap:anywhere]">{pairing.name}</h2>
          <p className="text-soft [overflow-wrap:anywhere]">
            {pairing.os}
            {pairing.address && `, at ${pairing.address}`}
          </p>
          <p className="text-faint text-sm">
            Requested <Moment at={pairing.asked_at} /> with the code{' '}
            <strong className="text-ink tabular-nums">{pairing.code}</strong>
          </p>
        </div>
      </div>
      {foreign ? (
        <ErrorBox
          action={
            <LinkButton size="small" to="/dashboard?t=loader">
              My loader
            </LinkButton>
          }
        >
          {pairings.answer.refusals.build_not_yours.sentence}
        </ErrorBox>
      ) : (
        <p className="text-soft">
          Link this device only if you have just started the loader on it and it shows this code. A
          linked device can use your subscriptions.
        </p>
      )}
      {answer.error && <ErrorBox>{answer.error}</ErrorBox>}
      <div className="grid gap-3">
        {!foreign && (
          <Button
            look="primary"
            size="large"
            wide
            loading={answer.pending}
            onClick={() => send(true)}
          >
            Link This Device
          </Button>
        )}
        <Button size="large" wide disabled={answer.pending} onClick={() => send(false)}>
          This Is Not My Device
        </Button>
      </div>
    </div>
  )
}

function Done({ paired, name }: Ended) {
  return (
    <div className="grid gap-6">
      <div role="status" className="flex gap-4">
        <CircleCheck size={24} aria-hidden="true" className="mt-0.5 shrink-0 text-signal" />
        <p className="min-w-0 text-soft [overflow-wrap:anywhere]">
          {paired ? (
            <>
              <strong className="text-ink">{name}</strong> is linked. Return to the loader: it
              continues automatically.
            </>
          ) : (
            'The device was not linked and has no access to your account.'
          )}
        </p>
      </div>
      <LinkButton to="/dashboard?t=devices" size="large" wide>
        My devices
      </LinkButton>
    </div>
  )
}
