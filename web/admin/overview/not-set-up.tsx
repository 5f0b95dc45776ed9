import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { MissingPart } from '#contract/shop/setup.ts'
import { Card } from '../../ui/card.tsx'

type Missing = {
  sentence: string
  to: string
}

const parts: Record<MissingPart, Missing> = {
  opening: { sentence: 'The shop is not open to visitors yet', to: '/setup' },
  https: {
    sentence:
      'The address does not use HTTPS, so browsers refuse the built-in captcha and nobody can sign in',
    to: '/setup',
  },
  product: { sentence: 'There are no products', to: '/admin/products/add' },
  cards: {
    sentence: 'Card payments are not set up',
    to: '/admin/settings/services#stripe',
  },
  live_cards: {
    sentence: 'Card payments use Stripe’s test keys, so customers can order without paying',
    to: '/admin/settings/services#stripe',
  },
  crypto: {
    sentence: 'Crypto payments are not set up',
    to: '/admin/settings/services#nowpayments',
  },
  mail: {
    sentence: 'The shop cannot send emails: no mail server is set up',
    to: '/admin/settings/services#mail',
  },
  release: {
    sentence: 'There is no loader to download: upload and promote a release',
    to: '/admin/loader',
  },
  discord: {
    sentence: 'Customers cannot link Discord accounts: no application is set up',
    to: '/admin/settings/services#discord',
  },
  seller: {
    sentence: 'The legal pages lack the seller’s name or postal address',
    to: '/admin/settings/seller',
  },
  texts: {
    sentence:
      'Some default texts (terms, policies, FAQ, footer) are not accepted: read and accept them',
    to: '/setup?step=texts',
  },
  tax: {
    sentence: 'Documents do not mention tax: choose the right setting for your business',
    to: '/setup?step=law',
  },
  renewing: {
    sentence: 'Renewal is on by default at checkout: check whether that is legal where you sell',
    to: '/setup?step=law',
  },
  backup: {
    sentence:
      'Backups are not set up: no backup was made yet, or the schedule or BACKUP_TO is missing',
    to: '/admin/settings/backups',
  },
  second_factor: {
    sentence: 'Your account has no second factor',
    to: '/dashboard?t=profile',
  },
}

/** Lists the parts that are not set up, each with a link to its settings. Renders nothing if all are. */
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
