import type { Page } from '@playwright/test'
import { landing } from '#server/platform/texts/defaults/landing.ts'
import { scenes } from '#web/storefront/landing/film/film-words.ts'
import { atBothWidths, expect, expectAccessible, expectToFit, phone, test } from './test.ts'

// The pieces fall only if the user allows motion.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const canvas = (page: Page) => page.locator('main canvas')
const pieces = async (page: Page) => Number(await canvas(page).getAttribute('data-pieces'))

/**
 * Opens the page with a clock that only the test moves, half-way between two pieces. One frame more
 * or less then never changes how many pieces fall in a whole number of intervals.
 */
async function openWithClock(page: Page) {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.goto('/')
  await page.clock.pauseAt(now + 3_600_000)
  await runUntilMoreThan(page, 0)
  await runUntilMoreThan(page, await pieces(page))
  await page.clock.runFor(200)
}

async function runUntilMoreThan(page: Page, count: number) {
  await expect(async () => {
    await page.clock.runFor(50)
    expect(await pieces(page)).toBeGreaterThan(count)
  }).toPass({ intervals: [20] })
}

async function piecesIn(page: Page, milliseconds: number) {
  const before = await pieces(page)
  await page.clock.runFor(milliseconds)
  return (await pieces(page)) - before
}

atBothWidths(() => {
  test('the landing page describes the product and links to the sign-up', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(landing.title)
    for (const name of [
      ['Precision Aim Assistance', 'Advanced Protection', 'Performance Optimization'],
      ['Sign Up', 'Download', 'Start Playing'],
    ].flat()) {
      await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible()
    }
    await expect(page.getByRole('blockquote')).toHaveCount(3)
    const calls = page.getByRole('main').getByRole('link', { name: 'Get Access Now' })
    await expect(calls).toHaveCount(2)
    for (const call of await calls.all()) await expect(call).toHaveAttribute('href', '/signup')
    await expectToFit(page)
    await calls.first().click()
    await expect(page).toHaveURL('/signup')
  })

  test('the layout does not shift while the page loads, and hardly when the font loads', async ({
    page,
  }) => {
    let letThrough = () => {}
    const held = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/*.woff2', async (route) => {
      await held
      await route.continue()
    })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as never as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const shifts = () => page.evaluate(() => (window as never as { shifts: number[] }).shifts)
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('link', { name: /^Cart/ })).toBeVisible()
    for (const part of await page.locator('main section').all()) await part.scrollIntoViewIfNeeded()
    expect(await shifts()).toEqual([])
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    letThrough()
    await page.waitForFunction(() => document.fonts.check('16px "Archivo Variable"'))
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect((await shifts()).reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.005)
  })
})

test.describe('desktop', () => {
  test('the four plans say what they cost and save', async ({ page }) => {
    await page.goto('/')
    const plans = page.getByRole('region', { name: 'Pricing' }).getByRole('listitem')
    await expect(plans).toHaveCount(4)
    const expected = [
      ['1 Month', '$19.99'],
      ['3 Months', 'Save 10%', '$18.00', '$59.97', '$53.99'],
      ['Most Popular', '6 Months', 'Save 15%', '$17.00', '$119.94', '$101.99'],
      ['12 Months', 'Save 25%', '$15.00', '$239.88', '$179.99'],
    ]
    for (const [i, texts] of expected.entries()) {
      for (const text of texts) await expect(plans.nth(i)).toContainText(text)
    }
    await expect(page.getByText('Most Popular')).toHaveCount(1)
    await expect(plans.first()).not.toContainText('Save')
  })

  test('the visitor chooses the game whose plans are shown', async ({ page }) => {
    await page.goto('/')
    const pricing = page.getByRole('region', { name: 'Pricing: Three Rivers' })
    await pricing.getByLabel('Game').selectOption('Tonnage')
    const chosen = page.getByRole('region', { name: 'Pricing: Tonnage' })
    await chosen.getByRole('link', { name: 'Choose 3 Months of Tonnage' }).click()
    await expect(page.getByRole('heading', { name: 'Tonnage', level: 1 })).toBeVisible()
    await expect(page.getByRole('radio', { name: '3 Months' })).toBeChecked()
  })

  test('a plan links to its product at the same price', async ({ page }) => {
    await page.goto('/')
    const plans = page.getByRole('region', { name: 'Pricing' }).getByRole('listitem')
    await plans.nth(2).click()
    await expect(page.getByRole('heading', { name: 'Three Rivers', level: 1 })).toBeVisible()
    await expect(page.getByRole('radio', { name: '6 Months' })).toBeChecked()
    await expect(page.getByRole('status').filter({ hasText: 'Total' })).toContainText('$101.99')
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('link', { name: 'View Cart' }).click()
    const summary = page.getByRole('region', { name: 'Order Summary' })
    await expect(summary).toContainText('$101.99')
  })

  test('one question is open at a time', async ({ page }) => {
    await page.goto('/')
    const [first, second] = landing.questions
    await page.getByText(first!.question).click()
    await expect(page.getByText(first!.answer)).toBeVisible()
    await page.getByText(second!.question).click()
    await expect(page.getByText(second!.answer)).toBeVisible()
    await expect(page.getByText(first!.answer)).toBeHidden()
    await expectAccessible(page)
    await page.getByText(second!.question).click()
    await expect(page.getByText(second!.answer)).toBeHidden()
  })

  test('the film is loaded only when it is played', async ({ page }) => {
    const fetched: string[] = []
    page.on('request', (request) => {
      if (/\.(webm|mp4|vtt)/.test(request.url())) fetched.push(request.url())
    })
    await page.goto('/')
    const play = page.getByRole('button', { name: 'Play video' })
    await play.scrollIntoViewIfNeeded()
    await expect
      .poll(() => page.locator('main picture img').evaluateAll(loadedPosters))
      .toEqual([expect.stringMatching(/poster.*\.avif$/)])
    await page.waitForLoadState('networkidle')
    expect(fetched).toEqual([])

    await play.click()
    const video = page.locator('video')
    await expect(video).toBeFocused()
    await expect(play).toBeHidden()
    await expect
      .poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime))
      .toBeGreaterThan(0)
    expect(fetched.length).toBeGreaterThan(0)
    await video.evaluate((film: HTMLVideoElement) => film.pause())
    await page.getByText('What the video shows').click()
    await expect(page.getByText(scenes[0]!)).toBeVisible()
    await expectAccessible(page)
  })
})

/** The addresses of the posters that have loaded. */
function loadedPosters(images: Element[]) {
  return (images as HTMLImageElement[])
    .filter(({ currentSrc, naturalWidth }) => currentSrc.includes('poster') && naturalWidth > 0)
    .map(({ currentSrc }) => currentSrc)
}

atBothWidths(() => {
  test('a piece falls every 500 ms', async ({ page }) => {
    await openWithClock(page)
    expect(await piecesIn(page, 5_000)).toBe(10)
  })
})

// pile.test.ts tests the maximum of a wide screen: drawing 200 pieces keeps a machine busy for half
// a minute.
test.describe('on a phone', () => {
  test.use({ viewport: phone })
  test('no piece falls once 56 pieces have landed', async ({ page }) => {
    await openWithClock(page)
    await page.clock.runFor(56 * 500)
    expect(await pieces(page)).toBe(56)
    expect(await piecesIn(page, 5_000)).toBe(0)
  })
})

test('no piece falls while the canvas is out of view or the tab is hidden', async ({ page }) => {
  await openWithClock(page)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect.poll(() => piecesIn(page, 2_000)).toBe(0)
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expect.poll(() => piecesIn(page, 2_000)).toBeGreaterThan(0)

  const hide = (hidden: boolean) =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: now })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  expect(await piecesIn(page, 2_000)).toBe(0)
  await hide(false)
  await expect.poll(() => piecesIn(page, 2_000)).toBeGreaterThan(0)
})

test('with reduced motion, nothing is drawn or loaded for the animation', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await openWithoutRain(page)
  expect(scripts.filter((url) => /rain/.test(url))).toEqual([])
  expect(await drawn(page)).toBe(false)

  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => drawn(page)).toBe(true)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => drawn(page)).toBe(false)
  await expect(canvas(page)).not.toHaveAttribute('data-pieces')
})

async function openWithoutRain(page: Page) {
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(canvas(page)).toHaveCount(1)
}

function drawn(page: Page) {
  return canvas(page).evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext('2d')!.getImageData(0, 0, element.width, element.height)
    return data.some((value) => value > 0)
  })
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('without scripts, the page can be read and the film played', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('$101.99')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Play video' })).toBeHidden()
    await expect(page.locator('video')).toHaveAttribute('controls')
    const [question] = landing.questions
    await page.getByText(question!.question).click()
    await expect(page.getByText(question!.answer)).toBeVisible()
  })
})

test('a signed-in visitor is linked to the store instead of the sign-up', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/')
  const calls = page.getByRole('main').getByRole('link', { name: 'Get Access Now' })
  await expect(calls).toHaveCount(2)
  for (const call of await calls.all()) await expect(call).toHaveAttribute('href', '/store')
  await calls.first().click()
  await expect(page).toHaveURL('/store')
})

test('the operator’s own video is loaded from its host only when it is played', async ({
  page,
  signIn,
}) => {
  const asked: string[] = []
  await page.route(/youtube-nocookie|cdn\.example/, async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<title>Player</title>Playing' })
  })
  await signIn({ admin: true })
  const publish = async (film_address: string) => {
    const data = { name: 'landing', ...landing, film_address, publish: true }
    const saved = await page.request.put('/api/admin/texts/', { data })
    expect(saved.ok()).toBe(true)
  }
  try {
    await publish('https://youtu.be/dQw4w9WgXcQ')
    await expect(async () => {
      await page.goto('/')
      await expect(page.getByText('This video is hosted by YouTube')).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(asked).toEqual([])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Play video' }).click()
    const player = page.frameLocator(`iframe[title="${landing.film_title}"]`)
    await expect(player.getByText('Playing')).toBeVisible()
    await expectAccessible(page)
  } finally {
    await publish('')
  }
})
