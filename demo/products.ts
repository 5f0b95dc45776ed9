import { readFileSync } from 'node:fs'

export interface DemoProduct {
  slug: string
  name: string
  priceCents: number
  hidden?: boolean
  disabled?: boolean
  /** Shown with its plans on the landing page. */
  featured?: boolean
  /** In percent, in place of the shop's; its totals then end in 99 cents. */
  savings?: { 3: number; 6: number; 12: number }
}

/** What the demo shop sells, in the order of its grid. Descriptions lie in `products/{slug}.md`. */
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
    savings: { 3: 10, 6: 15, 12: 25 },
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
