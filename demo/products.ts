import { readFileSync } from 'node:fs'
import type { PlanRule } from '#contract/wire/terms.ts'

export interface DemoProduct {
  slug: string
  name: string
  priceCents: number
  hidden?: boolean
  disabled?: boolean
  /** Shown with its plans on the landing page. */
  featured?: boolean
  /** Plans that replace the default ones. Their totals are rounded up to 99 cents. */
  plans?: PlanRule[]
}

/**
 * The demo shop's products, in the order of its grid. Their descriptions are in
 * `products/{slug}.md`.
 */
export const demoProducts: DemoProduct[] = [
  { slug: 'cs2', name: 'Counter-Strike 2', priceCents: 1999 },
  { slug: 'second-knuckle', name: 'Second Knuckle', priceCents: 899 },
  { slug: 'perihelion', name: 'Perihelion', priceCents: 4499 },
  { slug: 'breachline', name: 'Breachline', priceCents: 2499 },
  { slug: 'last-meridian', name: 'Last Meridian', priceCents: 1499 },
  { slug: 'vantage-six', name: 'Vantage Six', priceCents: 1299 },
  { slug: 'long-thaw', name: 'Long Thaw', priceCents: 1799 },
  { slug: 'nine-thousand', name: 'Nine Thousand', priceCents: 999 },
  { slug: 'dead-freight', name: 'Dead Freight', priceCents: 2999 },
  { slug: 'debt-to-the-lantern', name: 'Debt to the Lantern', priceCents: 499 },
  { slug: 'pike-and-mercy', name: 'Pike & Mercy', priceCents: 1199 },
  { slug: 'overclocked-saints', name: 'Overclocked Saints', priceCents: 799 },
  {
    slug: 'three-rivers',
    name: 'Three Rivers',
    priceCents: 1999,
    featured: true,
    plans: [
      { plan: '1m', savings: 0, cents: null, popular: false },
      { plan: '3m', savings: 10, cents: null, popular: false },
      { plan: '6m', savings: 15, cents: null, popular: true },
      { plan: '12m', savings: 25, cents: null, popular: false },
    ],
  },
  { slug: 'tonnage', name: 'Tonnage', priceCents: 5999 },
  { slug: 'broadside', name: 'Broadside', priceCents: 1599 },
  { slug: 'neon-parish', name: 'Neon Parish', priceCents: 1699, disabled: true },
  { slug: 'project-kestrel', name: 'Project Kestrel', priceCents: 4999, hidden: true },
]

/** The product's description in markdown. */
export function descriptionOf(slug: string): string {
  return readFileSync(new URL(`./products/${slug}.md`, import.meta.url), 'utf8').trim()
}
