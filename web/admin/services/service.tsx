import { type ReactNode, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { captchaTrialPage } from '#contract/platform/captcha-names.ts'
import { type Finding, type ServiceSetup, services } from '#contract/platform/services.ts'
import { useAction } from '../../api/action.ts'
import { ConfirmAction } from '../../api/confirm-action.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { DisclosureSummary } from '../../ui/disclosure-summary.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { AnnouncementsForm } from './announcements-form.tsx'
import { BtcpayForm } from './btcpay-form.tsx'
import { DiscordForm } from './discord-form.tsx'
import { Findings } from './findings.tsx'
import { MailForm } from './mail-form.tsx'
import { NowpaymentsForm } from './nowpayments-form.tsx'
import type { KeysProps, ServiceSetups } from './setups.ts'
import { StripeForm } from './stripe-form.tsx'

type Name = ServiceSetup['name']

const forms: Record<Exclude<Name, 'captcha'>, (props: KeysProps) => ReactNode> = {
  stripe: StripeForm,
  nowpayments: NowpaymentsForm,
  btcpay: BtcpayForm,
  mail: MailForm,
  discord: DiscordForm,
  announcements: AnnouncementsForm,
}

/** A service: its configuration, the source of the configuration, and the available actions. */
export function Service({ name, setups }: { name: Name; setups: ServiceSetups }) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const service = setups.services.find((each) => each.name === name)!
  const Form = name === 'captcha' ? null : forms[name]
  const maySet = !setups.test_mode && service.source !== 'environment'
  const mayChange = Form && maySet
  const atSetup = useLocation().pathname === '/setup'
  const awaitsCode = name === 'mail' && maySet && setups.mail_code_by !== null
  function close() {
    setOpen(false)
    // The button is in the page again after the next paint.
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (open && Form) return <Form setups={setups} onDone={close} />
  return (
    <div className="grid gap-5">
      <State service={service} testMode={setups.test_mode} />
      {service.unreadable && service.source !== 'environment' && (
        <Notice>
          The saved keys cannot be read, because they were encrypted with another key. Start the
          shop with that key, or enter the service’s keys again.
        </Notice>
      )}
      {awaitsCode && (
        <Notice>
          A code was sent through {setups.mail_code_by}. The shop uses that server once you enter
          the code.
        </Notice>
      )}
      {(maySet || service.source !== null) && (
        <Actions service={service}>
          {name === 'captcha' && maySet && (
            <LinkButton to={captchaTrialPage + (atSetup ? '?from=setup' : '')} reloadDocument>
              {service.source ? 'Change' : 'Change Provider'}
            </LinkButton>
          )}
          {mayChange && (
            <Button ref={opener} onClick={() => setOpen(true)}>
              {awaitsCode ? 'Enter Code' : service.source ? 'Change' : 'Set Up'}
            </Button>
          )}
        </Actions>
      )}
    </div>
  )
}

type StateProps = { service: ServiceSetup; testMode: boolean }

function State({ service: { name, source, keys, set_by }, testMode }: StateProps) {
  const variables = (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      {keys.map((key) => (
        <div key={key.name} className="contents">
          <dt className="text-faint [overflow-wrap:anywhere]">{key.name}</dt>
          <dd className="mb-2 [overflow-wrap:anywhere] sm:mb-0">
            {key.shown ?? (source === null ? '' : '–')}
          </dd>
        </div>
      ))}
    </dl>
  )
  return (
    <div className="grid gap-3">
      <p className="text-soft">{sentenceOf(name, source, set_by, testMode)}</p>
      {source === 'here' ? (
        variables
      ) : (
        <details className="min-w-0">
          <DisclosureSummary className="w-fit text-soft text-sm hover:text-ink">
            {source === 'environment' ? 'Set by environment' : 'Environment variables'}
          </DisclosureSummary>
          <p className="mt-3 mb-2 text-faint text-sm">
            {source === 'environment'
              ? 'These variables override keys that are saved here. To change them, edit the environment and restart the shop.'
              : testMode
                ? 'To set this service up, use these environment variables.'
                : 'You can also set these environment variables instead of saving keys here.'}
          </p>
          {variables}
        </details>
      )}
    </div>
  )
}

function sentenceOf(
  name: Name,
  source: ServiceSetup['source'],
  setBy: string | null,
  testMode: boolean,
) {
  if (source === 'environment') return 'Set up with environment variables.'
  if (source === 'here') return `Set up here${setBy ? ` by ${setBy}` : ''}.`
  if (name === 'captcha')
    return 'The shop uses its built-in captcha, which calls no external service.'
  return testMode ? 'Not set up, so test mode uses a stand-in.' : 'Not set up.'
}

function Actions({ service, children }: { service: ServiceSetup; children: ReactNode }) {
  const { name, source } = service
  const [found, setFound] = useState<Finding[]>([])
  const test = useAction(services.test, {
    failed: 'Failed to test the service',
    reload: 'never',
    onDone: ({ findings }) => setFound(findings),
  })
  const remove = useAction(services.remove, {
    done: 'Keys removed',
    failed: 'Failed to remove the keys',
  })
  return (
    <>
      {test.error && <ErrorBox>{test.error}</ErrorBox>}
      <Findings findings={test.pending ? [] : found} />
      <div className="flex flex-wrap gap-3">
        {children}
        {source !== null && (
          <Button loading={test.pending} onClick={() => test.run({ params: { name } })}>
            Test
          </Button>
        )}
        <ConfirmAction
          action={remove}
          input={[{ params: { name } }]}
          button={(ask) =>
            source === 'here' && (
              <Button look="quiet" onClick={ask}>
                Remove
              </Button>
            )
          }
          title="Remove the keys?"
          confirm="Remove Keys"
          danger
        >
          <p>
            The shop stops using this service immediately. To use it again, you need the keys from
            the provider.
          </p>
        </ConfirmAction>
      </div>
    </>
  )
}
