import { type ReactNode, useEffect, useState } from 'react'
import { taxes } from '#contract/platform/taxes.ts'
import type { Quote } from '#contract/selling/quote.ts'
import { countryCodes, countryName } from '#contract/wire/countries.ts'
import { hasVatIds } from '#contract/wire/vat-countries.ts'
import { useAction } from '../api/action.ts'
import { messageOf } from '../api/error.ts'
import { Card } from '../ui/card.tsx'
import { ErrorBox } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { CompanyChoice, type CompanyState } from './company.tsx'

const options = countryCodes
  .map((value) => ({ value, label: countryName(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))
const unchosen = { value: '', label: 'Choose your country' }

type Address = {
  /** The fields match what the server has stored. */
  saved: boolean
  /** A sentence that says what the customer has to do first. */
  before: string | null
}

type CountryFirstProps = {
  uid: number
  tax: NonNullable<Quote['tax']>
  /** Requests the price again, because the tax may differ. */
  onSaved: () => void
  /** Renders the payment once a country is known. */
  children: (address: Address) => ReactNode
}

/**
 * Asks for the customer's country, and then for the payment. A choice is saved at once, also for
 * later orders. An open card form stays open.
 */
export function CountryFirst({ uid, tax, onSaved, children }: CountryFirstProps) {
  const [saved, setSaved] = useState(tax.country)
  const [picked, setPicked] = useState(tax.country)
  const { run, pending, error, clear } = useAction(taxes.chooseCountry, {
    failed: 'Your country could not be saved. Please try again.',
    say: messageOf,
    reload: 'never',
    onDone({ country }) {
      setSaved(country)
      onSaved()
    },
  })
  const [company, setCompany] = useState<CompanyState>('saved')
  const settled = saved === picked && tax.country === saved
  const asksCompany = saved !== null && hasVatIds(saved)
  // Saves run one at a time: a country picked during a save is saved next.
  useEffect(() => {
    if (picked && picked !== saved && !pending && error === undefined)
      void run({ body: { country: picked } })
  }, [picked, saved, pending, error, run])

  return (
    <div className="grid gap-6">
      <Card aria-label="Tax details">
        <Select
          label="Country"
          autoComplete="country"
          hint={hintOf(tax, picked)}
          options={picked ? options : [unchosen, ...options]}
          value={picked ?? ''}
          onChange={(event) => {
            clear()
            setPicked(event.target.value || null)
          }}
        />
        {error !== undefined && (
          <ErrorBox className="mt-5" onRetry={clear}>
            {error}
          </ErrorBox>
        )}
        {settled && asksCompany && (
          <CompanyChoice
            key={saved}
            uid={uid}
            company={tax.company}
            onSaved={onSaved}
            onState={setCompany}
          />
        )}
      </Card>
      {saved !== null &&
        children({
          saved: saved === picked && !(asksCompany && company === 'saving'),
          before: beforePaying(error !== undefined, asksCompany && company === 'open'),
        })}
    </div>
  )
}

function hintOf({ country, rate }: CountryFirstProps['tax'], picked: string | null): string {
  if (!picked) return 'The country where you live determines the tax. Next, choose how to pay.'
  // The tax of the new country is unknown until the price has been requested again.
  if (country !== picked) return 'The country where you live.'
  return rate
    ? 'The country where you live. Prices include its tax.'
    : 'The country where you live. No tax is charged.'
}

function beforePaying(failed: boolean, companyOpen: boolean): string | null {
  if (failed) return 'Your country could not be saved. Try again before you pay.'
  if (companyOpen) return 'Save the company before you pay, or clear its checkbox.'
  return null
}
