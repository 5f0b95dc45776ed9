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
import type { StepSummary } from './step-list.tsx'
import { TextsStep } from './texts-step.tsx'
import { TimeZoneStep } from './time-zone-step.tsx'

export type SetupData = {
  user: Me
  state: SetupState
  missing: MissingPart[]
  setups: ServiceSetups
  look: BrandState
  factor: Factor
  texts: TextSummary[]
}

type Step = StepSummary & { content: ReactNode }

/** The steps of the setup: the required ones, the optional ones, then the opening. */
export function listSteps(data: SetupData): Step[] {
  const { user, state, missing, setups, look, factor, texts } = data
  const isSet = (name: string) =>
    setups.services.some((service) => service.name === name && service.source !== null)
  const service = (name: Parameters<typeof Service>[0]['name']) => (
    <Service key={name} name={name} setups={setups} />
  )
  // In test mode, stand-ins replace services that are not set up.
  const ifMissing = (part: MissingPart, limitation: string) =>
    missing.includes(part) ? limitation : undefined
  const atOpening = (limitation: string) => (state.opened_at === null ? limitation : undefined)
  const steps: Step[] = [
    {
      name: 'administrator',
      title: 'Administrator',
      required: true,
      done: true,
      content: (
        <p className="text-soft">
          {user.username}, {user.email}
        </p>
      ),
    },
    {
      name: 'name',
      title: 'Name and address',
      required: true,
      done: state.named,
      limitation: atOpening('The shop has no name and cannot open.'),
      content: <NameStep state={state} />,
    },
    {
      name: 'mail',
      title: 'Email',
      required: true,
      done: isSet('mail'),
      limitation: ifMissing('mail', 'Nobody can sign up or reset a password.'),
      content: service('mail'),
    },
    {
      name: 'texts',
      title: 'Terms and policies',
      required: true,
      done: !texts.some(awaitsAcceptance),
      limitation: atOpening(
        'The shop cannot open, because its terms, policies, FAQ and footer are not accepted.',
      ),
      content: <TextsStep texts={texts} />,
    },
    {
      name: 'second-factor',
      title: 'Second factor',
      done: factor.turned_on_at !== null,
      limitation: 'Only your password protects your account.',
      content: <SecondFactor factor={factor} user={user} />,
    },
    {
      name: 'currency',
      title: 'Currency',
      done: state.currency_chosen || state.currency_fixed,
      limitation: `Prices are in ${state.currency}.`,
      content: <CurrencyStep state={state} />,
    },
    {
      name: 'time-zone',
      title: 'Time zone',
      done: state.time_zone !== null,
      limitation: 'Dates and times are in UTC.',
      content: <TimeZoneStep state={state} />,
    },
    {
      name: 'law',
      title: 'Tax and renewals',
      done: state.tax_chosen && state.renewing_chosen,
      limitation: 'Documents may lack the required tax, and renewal is on by default at checkout.',
      content: <LawStep state={state} />,
    },
    {
      name: 'brand',
      title: 'Logo and colour',
      done: look.shown.logo !== null || look.accent !== null,
      content: <BrandStep saved={look} user={user} />,
    },
    {
      name: 'cards',
      title: 'Cards',
      done: isSet('stripe'),
      limitation: ifMissing('cards', 'Customers cannot pay by card.'),
      content: service('stripe'),
    },
    {
      name: 'crypto',
      title: 'Crypto payments',
      done: isSet('nowpayments') || isSet('btcpay'),
      limitation: ifMissing('crypto', 'Customers cannot pay with cryptocurrencies.'),
      content: (
        <div className="grid gap-8">
          <section aria-labelledby="nowpayments">
            <h3 id="nowpayments" className="title mb-3">
              NOWPayments
            </h3>
            {service('nowpayments')}
          </section>
          <section aria-labelledby="btcpay">
            <h3 id="btcpay" className="title mb-3">
              Your own BTCPay Server
            </h3>
            {service('btcpay')}
          </section>
        </div>
      ),
    },
    { name: 'captcha', title: 'Captcha', done: isSet('captcha'), content: service('captcha') },
    {
      name: 'discord',
      title: 'Discord',
      done: isSet('discord'),
      limitation: ifMissing('discord', 'Customers cannot link Discord accounts.'),
      content: service('discord'),
    },
    {
      name: 'product',
      title: 'First product',
      done: !missing.includes('product'),
      limitation: 'Customers cannot buy anything.',
      content: <FirstProduct there={!missing.includes('product')} />,
    },
    {
      name: 'backups',
      title: 'Backups',
      // In test mode, the list of missing parts leaves out backups.
      done: !state.test_mode && !missing.includes('backup'),
      limitation: 'If the machine fails, its data is lost.',
      content: <BackupsStep state={state} />,
    },
  ]
  const unfinished = steps.filter(({ required, done }) => required && !done)
  return [
    ...steps,
    {
      name: 'open',
      title: 'Open the shop',
      done: state.opened_at !== null,
      content: <OpenStep state={state} missing={missing} unfinished={unfinished} />,
    },
  ]
}
