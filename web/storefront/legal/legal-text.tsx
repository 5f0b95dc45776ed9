import { Link } from 'react-router'
import type { LegalName } from '#contract/platform/text-pages.ts'
import type { LegalPage } from '#contract/platform/texts.ts'
import { useConfig } from '../../config.ts'
import { Head } from '../../shell/head.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Day } from '../date.tsx'

export const legalTitles: Record<LegalName, string> = {
  terms: 'Terms of Service',
  refunds: 'Refund Policy',
  privacy: 'Privacy Policy',
}

const descriptions: Record<LegalName, (shop: string) => string> = {
  terms: (shop) => `The terms for buying from ${shop} and using its products.`,
  refunds: (shop) => `When ${shop} refunds a payment, and how to request a refund.`,
  privacy: (shop) =>
    `What data ${shop} stores about you, why, for how long, and what rights you have.`,
}

/** A legal page: a table of contents next to its sections, and the seller's details. */
export function LegalText({ page }: { page: LegalPage }) {
  const { shopName } = useConfig()
  const { name, version, since, current, sections, seller } = page
  return (
    <div className="page pt-10 sm:pt-16">
      <Head title={legalTitles[name]} description={descriptions[name](shopName)} />
      <h1 className="page-title">{legalTitles[name]}</h1>
      <p className="mt-5 text-soft">
        Last updated <Day at={since} /> · Version {version}
      </p>
      {!current && (
        <div className="mt-6 max-w-[46rem]">
          <Notice>
            This is an earlier version, available to customers who accepted it.{' '}
            <Link to={`/${name}`} className="underline decoration-signal underline-offset-4">
              Read the current version
            </Link>
          </Notice>
        </div>
      )}
      <div className="mt-10 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Contents page={page} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
          {seller && (
            <section aria-labelledby="seller" className="prose">
              <h2 id="seller" className="scroll-mt-24">
                Seller
              </h2>
              <address className="whitespace-pre-line not-italic">
                {[seller.name, seller.address].join('\n')}
              </address>
              {seller.contact && (
                <p>
                  <a href={`mailto:${seller.contact}`}>{seller.contact}</a>
                </p>
              )}
              {seller.number && <p className="whitespace-pre-line">{seller.number}</p>}
            </section>
          )}
        </div>
      </div>
    </div>
  )
}

function Contents({ page: { sections, seller } }: { page: LegalPage }) {
  const titled = [
    ...sections.filter(({ title }) => title),
    ...(seller ? [{ id: 'seller', title: 'Seller' }] : []),
  ]
  return (
    <nav aria-label="Contents" className="max-sm:hidden lg:sticky lg:top-24">
      <ol className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
        {titled.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-9 items-center text-[0.9375rem] text-soft transition-colors hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Section({ section: { id, title, html } }: { section: LegalPage['sections'][number] }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the API answers sanitised HTML
  const text = <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  if (!title) return text
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="prose">
        <h2 id={id} className="scroll-mt-24">
          {title}
        </h2>
      </div>
      {text}
    </section>
  )
}
