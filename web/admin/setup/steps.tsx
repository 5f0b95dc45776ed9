import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BrandState } from '#contract/platform/brand.ts'
import type { Me } from '#contract/platform/sessions.ts'
import type { TextSummary } from '#contract/platform/staff-texts.ts'
import { awaitsAcceptance } from '#contract/platform/text-pages.ts'
import type { MissingPart, SetupState } from '#contract/shop/setup.ts'
import { type Factor, SecondFactor } from '../../account/profile/second-factor.tsx'
import { Service } from '../services/service.tsx'
import type { ServiceSetups } from '../services/setups.ts'
import { BackupsStep } from './backups-step.tsx'
import { BrandStep } from './brand-step.tsx'
import { CurrencyStep } from './currency-step.tsx'
import { FirstProduct } from './first-product.tsx'
import { LawStep } from './law-step.tsx'
import { NameStep } from './name-step.tsx'
import { OpenStep } from './open-step.tsx'
import { TextsStep } from './texts-step.tsx'
import { TimeZoneStep } from './time-zone-step.tsx'

type StepsProps = {
  title: string
  user: Me
  state: SetupState
  missing: MissingPart[]
  setups: ServiceSetups
  look: BrandState
  factor: Factor
  texts: TextSummary[]
}

const looksOwn = ({ shown, accent }: BrandState) => shown.logo !== null || accent !== null

/** Each service can be set up later, and its form tests the values. */
const services = [
  { name: 'mail', title: 'Email' },
  { name: 'stripe', title: 'Cards' },
  { name: 'nowpayments', title: 'Crypto payments (NOWPayments)' },
  { name: 'btcpay', title: 'Crypto payments (your own BTCPay Server)' },
  { name: 'captcha', title: 'Captcha' },
  { name: 'discord', title: 'Discord' },
] as const

/**
 * The remaining steps, in order. Their progress is stored in the database, so the setup can be
 * interrupted.
 */
export function Steps({ title, user, state, missing, setups, look, factor, texts }: StepsProps) {
  const isSet = (name: string) =>
    setups.services.some((service) => service.name === name && service.source !== null)
  // In test mode, the list of missing parts leaves out backups.
  const hasBackups = !state.test_mode && !missing.includes('backup')
  return (
    <div className="page max-w-3xl grow pt-10 pb-16 sm:pt-16">
      <h1 className="display text-[clamp(2.25rem,6vw,3.25rem)]">{title}</h1>
      <p className="mt-3 text-soft">
        Each step checks its input before it saves it. You can leave at any time and return to this
        page. The shop can open with only a name, but without email nobody can sign up.
      </p>
      <ol className="mt-8 grid gap-4 [counter-reset:step]">
        <Step title="Administrator" done>
          <p className="text-soft">
            {user.username}, {user.email}
          </p>
        </Step>
        <Step title="Second factor" done={factor.turned_on_at !== null} optional>
          <SecondFactor factor={factor} user={user} />
        </Step>
        <Step title="Name and address" done={state.named}>
          <NameStep state={state} />
        </Step>
        <Step title="Currency" done={state.currency_chosen || state.currency_fixed} optional>
          <CurrencyStep state={state} />
        </Step>
        <Step title="Time zone" done={state.time_zone !== null} optional>
          <TimeZoneStep state={state} />
        </Step>
        <Step
          id="law"
          title="Tax and renewals"
          done={state.tax_chosen && state.renewing_chosen}
          optional
        >
          <LawStep state={state} />
        </Step>
        <Step title="Logo and colour" done={looksOwn(look)} optional>
          <BrandStep saved={look} user={user} />
        </Step>
        {services.map(({ name, title: service }) => (
          <Step
            key={name}
            title={service}
            done={isSet(name)}
            optional={name === 'mail' ? 'required for sign-up' : true}
          >
            <Service name={name} setups={setups} />
          </Step>
        ))}
        <Step title="First product" done={!missing.includes('product')} optional>
          <FirstProduct there={!missing.includes('product')} />
        </Step>
        <Step id="texts" title="Legal texts" done={!texts.some(awaitsAcceptance)} optional>
          <TextsStep texts={texts} />
        </Step>
        <Step title="Backups" done={hasBackups} optional>
          <BackupsStep state={state} />
        </Step>
        <Step title="Open the shop" done={state.opened_at !== null} waiting={!state.named}>
          <OpenStep state={state} missing={missing} />
        </Step>
      </ol>
    </div>
  )
}

type StepProps = {
  /** The fragment of links to the step. */
  id?: string
  title: string
  done?: boolean
  /** The step must wait for the previous one. */
  waiting?: boolean
  /** The shop can open without this step, or the text that says what does not work without it. */
  optional?: boolean | string
  children: ReactNode
}

function Step({ id, title, done = false, waiting = false, optional, children }: StepProps) {
  return (
    <li
      id={id}
      aria-current={!done && !waiting && !optional ? 'step' : undefined}
      className="surface notch-6 grid [counter-increment:step] scroll-mt-24 grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-4 p-5 sm:p-7"
    >
      <span
        aria-hidden="true"
        className={clsx(
          'grid size-8 place-items-center rounded-full border font-[650] text-sm',
          done
            ? 'border-success/40 bg-success/10 text-success'
            : 'border-edge text-soft before:content-[counter(step)]',
        )}
      >
        {done && <Check size={18} />}
      </span>
      <h2 className={clsx('title self-center text-xl', waiting && 'text-faint')}>
        {title}
        {done && <span className="sr-only"> (done)</span>}
        {optional && !done && (
          <>
            {' '}
            <span
              className={clsx(
                'ml-1 font-normal text-base',
                optional === true ? 'text-faint' : 'text-warning',
              )}
            >
              {optional === true ? 'optional' : optional}
            </span>
          </>
        )}
      </h2>
      {!waiting && <div className="col-span-2 sm:col-span-1 sm:col-start-2">{children}</div>}
    </li>
  )
}
