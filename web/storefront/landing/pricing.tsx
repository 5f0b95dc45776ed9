import { useState } from 'react'
import type { LandingTexts } from '#contract/platform/text-pages.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import { Select } from '../../ui/select.tsx'
import type { Featured } from '../featured.ts'
import { Plans } from '../plans.tsx'
import { Section } from './section.tsx'

type PricingProps = {
  texts: Pick<LandingTexts, 'pricing_title' | 'pricing_lead'>
  /** The featured product comes first. */
  products: readonly Featured[]
}

/** The plans of the product that the visitor chooses. */
export function Pricing({ texts, products }: PricingProps) {
  const [chosen, setChosen] = useState('')
  const product = products.find(({ id }) => String(id) === chosen) ?? products[0]
  if (!product) return null
  return (
    <Section
      title={`${texts.pricing_title}: ${product.name}`}
      lead={fillIn(texts.pricing_lead, { product: product.name })}
    >
      {products.length > 1 && (
        <Select
          label="Game"
          className="mb-8 max-w-80 noscript:hidden"
          options={products.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(product.id)}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
      <Plans product={product} />
    </Section>
  )
}
