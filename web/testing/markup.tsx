import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { PublicConfig } from '#contract/platform/public-config.ts'

const usual = { shopName: 'Loadout', siteUrl: 'https://loadout.test', timeZone: 'UTC' }

/** The initial markup of a component, in a shop with this configuration. */
export function markupOf(part: ReactNode, config: Partial<PublicConfig> = {}): string {
  const router = createMemoryRouter([{ id: 'root', path: '/', element: part }], {
    hydrationData: { loaderData: { root: { config: { ...usual, ...config } } } },
  })
  return renderToStaticMarkup(<RouterProvider router={router} />)
}
