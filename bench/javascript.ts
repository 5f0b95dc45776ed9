import { chromium } from '@playwright/test'
import { launchOptions } from '../e2e/chromium.ts'

/** The transferred size of the JavaScript that a first visit of /store loads. */
export async function measureJavaScript(url: string) {
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage()
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto(`${url}/store`, { waitUntil: 'networkidle' })
  const bytes = await Promise.all(sizes)
  await browser.close()
  const total = bytes.reduce((sum, size) => sum + size, 0)
  return { kilobytes: (total / 1000).toFixed(1), files: bytes.length }
}
