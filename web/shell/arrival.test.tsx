// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { sessions } from '#contract/platform/sessions.ts'
import * as dashboard from '../account/dashboard/dashboard.tsx'
import * as admin from '../admin/layout.tsx'
import * as checkout from '../checkout/checkout.tsx'
import * as blog from '../storefront/blog/blog.tsx'
import * as post from '../storefront/blog/post.tsx'
import * as product from '../storefront/product/product.tsx'
import * as status from '../storefront/status/status.tsx'
import * as store from '../storefront/store/store.tsx'
import { badGateway, fakeApi, refused } from '../testing/fake-api.ts'
import { renderPages } from '../testing/page.tsx'

/** The error that the router throws if the data of a page cannot be loaded. */
const ways = {
  proxy: new ErrorResponse(502, '', '<h1>Bad gateway</h1>'),
  network: new TypeError('Failed to fetch'),
}

const none = { found: null, error: null }
const empty = { found: [], error: null }
const pages = {
  '/store': {
    page: store,
    failed: /^Failed to load games/,
    content: { products: [], affected: [], error: null },
  },
  '/status': {
    page: status,
    failed: /^Failed to fetch status/,
    content: { modules: empty, news: empty, history: empty, current: none, latest: none },
  },
  '/blog': { page: blog, failed: /^Failed to load posts/, content: { posts: [], error: null } },
  '/product/1': { page: product, failed: /^Failed to load the game/, content: { product: null } },
}

const Blog = () => <h1>Blog</h1>
const Login = () => <h1>Sign In</h1>

/** A page whose data comes from the server, which fails at first. */
function pageWith(page: object, error: unknown, content: unknown) {
  let attempts = 0
  async function serverLoader() {
    attempts += 1
    if (attempts === 1) throw error
    return content
  }
  const given = page as typeof store
  const { clientLoader } = given
  return {
    ...given,
    clientLoader: clientLoader
      ? () => clientLoader({ serverLoader } as unknown as Parameters<typeof clientLoader>[0])
      : serverLoader,
  }
}

for (const [way, error] of Object.entries(ways)) {
  for (const [path, { page, failed, content }] of Object.entries(pages)) {
    test(`${path} says what could not be loaded and retries: ${way}`, async () => {
      fakeApi()
      const { click, address } = await renderPages(
        { [path]: pageWith(page, error, content) },
        { user: null },
      )
      await screen.findByText(failed)
      expect(address()).toBe(path)
      await click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
      await waitFor(() => expect(screen.queryByText(failed)).toBeNull())
      expect(screen.queryByText('Unexpected Application Error!')).toBeNull()
    })
  }

  test(`a post that fails to load redirects to the list: ${way}`, async () => {
    fakeApi()
    await renderPages({ '/blogs/1': pageWith(post, error, null), '/blog': Blog })
    await screen.findByRole('heading', { name: 'Blog' })
  })
}

test.each([
  ['/dashboard', 'Dashboard', dashboard],
  ['/checkout', 'Checkout', checkout],
  ['/admin/logs', 'Logs', admin],
] as const)('%s retries a failed session request', async (path, title, page) => {
  const server = fakeApi()
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'signed_in=1; path=/'
  server.on(sessions.get, badGateway())
  const { click } = await renderPages({ [path]: page, '/login': Login }, { user: 'unknown' })
  await screen.findByText(/^Failed to load your account/)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title)
  // Nobody has been signed out.
  expect(screen.queryByRole('heading', { name: 'Sign In' })).toBeNull()
  server.on(sessions.get, refused(sessions.get, 'unauthenticated'))
  await click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Sign In' })
})
