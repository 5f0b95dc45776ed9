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

/** Restored when the visitor returns from the product's page. */
let lastChosen = ''

/** The plans of the product that the visitor chooses. */
export function Pricing({ texts, products }: PricingProps) {
  const [chosen, setChosen] = useState(lastChosen)
  const product = products.find(({ id }) => String(id) === chosen) ?? products[0]
  if (!product) return null
  const named = { product: product.name }
  return (
    <Section title={fillIn(texts.pricing_title, named)} lead={fillIn(texts.pricing_lead, named)}>
      {products.length > 1 && (
        <Select
          label="Game"
          className="mb-8 max-w-80 noscript:hidden"
          options={products.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(product.id)}
          onChange={({ target }) => {
            lastChosen = target.value
            setChosen(target.value)
          }}
        />
      )}
      <Plans product={product} />
    </Section>
  )
}
