import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import type { ProductPage } from '#contract/catalogue/products.ts'
import type { AffectedProduct } from '#contract/outages/incidents.ts'
import { standing } from '../affected.tsx'
import { Day } from '../date.tsx'

type DetailsProps = { product: ProductPage; affected: AffectedProduct | undefined }

/** The lists that staff enter, and the product's status, version and category. */
export function Details({ product, affected }: DetailsProps) {
  const { id, included, requirements, latest, category } = product
  return (
    <>
      {included.length > 0 && (
        <Part title="What you get">
          <ul className="grid gap-2.5">
            {included.map((text) => (
              <li key={text} className="flex gap-3">
                <Check size={18} aria-hidden="true" className="h-[1lh] shrink-0 text-success" />
                <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {requirements.length > 0 && (
        <Part title="Requirements">
          <dl className="divide-y divide-line border-line border-y">
            {requirements.map(({ label, value }) => (
              <Row key={label} label={label}>
                {value}
              </Row>
            ))}
          </dl>
        </Part>
      )}
      <Part title="Details">
        <dl className="divide-y divide-line border-line border-y">
          <Row label="Status">
            <Link to="/status" className={linkClass}>
              {affected ? standing[affected.status] : 'No known problems'}
            </Link>
          </Row>
          {latest && (
            <Row label="Version">
              {latest.version}, <Day at={latest.published_at} />
              <br />
              <Link to={`/product/${id}/changelog`} className={linkClass}>
                Changelog
              </Link>
            </Row>
          )}
          {category && (
            <Row label="Category">
              <Link to={`/store?category=${encodeURIComponent(category)}`} className={linkClass}>
                {category}
              </Link>
            </Row>
          )}
        </dl>
      </Part>
    </>
  )
}

const linkClass =
  'inline-block py-1 underline decoration-edge underline-offset-4 hover:decoration-signal'

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="title mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(6rem,2fr)_minmax(0,3fr)] gap-x-4 py-2.5">
      <dt className="min-w-0 text-soft [overflow-wrap:anywhere]">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
