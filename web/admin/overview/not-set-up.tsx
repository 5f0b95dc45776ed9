import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { MissingPart } from '#contract/shop/setup.ts'
import { Card } from '../../ui/card.tsx'

type Missing = {
  sentence: string
  to: string
}

const parts: Record<MissingPart, Missing> = {
  opening: { sentence: 'Visitors are kept out: the shop is not open', to: '/setup' },
  https: {
    sentence:
      'The address has no https: browsers refuse the shop’s own captcha, and nobody signs in',
    to: '/setup',
  },
  product: { sentence: 'There is nothing to buy: no product', to: '/admin/products/add' },
  cards: {
    sentence: 'Cards are not offered: no key',
    to: '/admin/settings/services#stripe',
  },
  live_cards: {
    sentence: 'Cards bring no money: Stripe’s test keys are set, and its test cards buy',
    to: '/admin/settings/services#stripe',
  },
  crypto: {
    sentence: 'Crypto payments are not offered: no key',
    to: '/admin/settings/services#nowpayments',
  },
  mail: {
    sentence: 'No mail goes out: no mail server',
    to: '/admin/settings/services#mail',
  },
  release: {
    sentence: 'There is no loader to download: upload a release and promote it',
    to: '/admin/loader',
  },
  discord: {
    sentence: 'Discord accounts cannot be linked: no application',
    to: '/admin/settings/services#discord',
  },
  seller: {
    sentence: 'The legal pages do not say who sells: no name, or no postal address',
    to: '/admin/settings#seller',
  },
  texts: {
    sentence:
      'Some default texts (terms, policies, FAQ, footer) are not accepted: read and accept them',
    to: '/setup#texts',
  },
  tax: {
    sentence: 'Documents say nothing of tax, and nobody has said whether that is right for you',
    to: '/setup#law',
  },
  renewing: {
    sentence:
      'Renewing is switched on at the checkout, and nobody has said whether you may begin with that',
    to: '/setup#law',
  },
  backup: {
    sentence: 'Nothing is backed up: no backup was made, and the schedule or BACKUP_TO is missing',
    to: '/admin/settings#backups',
  },
  second_factor: {
    sentence: 'Your password alone signs you in: no second factor',
    to: '/dashboard?t=profile',
  },
}

/** Lists the optional services that the shop has not set up. Empty if all are set up. */
export function NotSetUp({ missing }: { missing: MissingPart[] }) {
  if (missing.length === 0) return null
  return (
    <Card aria-labelledby="not-set-up" className="mb-8">
      <h2 id="not-set-up" className="title mb-3 text-xl">
        Not set up
      </h2>
      <MissingParts missing={missing} />
    </Card>
  )
}

/** Each with what does not work without it, and where to set it up. */
export function MissingParts({ missing }: { missing: MissingPart[] }) {
  return (
    <ul className="grid">
      {missing.map((part) => (
        <li key={part} className="border-line border-b last:border-b-0">
          <Link
            to={parts[part].to}
            className="group flex min-h-12 items-center justify-between gap-4 py-2"
          >
            <span className="min-w-0 group-hover:underline">{parts[part].sentence}</span>
            <ArrowRight size={18} aria-hidden="true" className="shrink-0 text-faint" />
          </Link>
        </li>
      ))}
    </ul>
  )
}
