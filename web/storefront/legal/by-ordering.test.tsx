import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ByOrdering } from './by-ordering.tsx'

test('the checkout links to the accepted terms and refund policy, each in a new tab', () => {
  const router = createMemoryRouter([{ path: '/', element: <ByOrdering /> }])
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  const links = [...html.matchAll(/<a ([^>]*)>([^<]+)<\/a>/g)].map(
    ([, attributes = '', words]) => ({
      words,
      to: /href="([^"]*)"/.exec(attributes)?.[1],
      beside: attributes.includes('target="_blank"'),
    }),
  )
  expect(links).toEqual([
    { words: 'terms of service', to: '/terms', beside: true },
    { words: 'refund policy', to: '/refunds', beside: true },
  ])
})
