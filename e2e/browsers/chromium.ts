import { chromium } from '@playwright/test'
import { launchOptions } from '../chromium.ts'
import { callSource, type Driver } from './driver.ts'

/** Chromium with its back/forward cache, which Playwright turns off by default. */
export async function openChromium(): Promise<Driver> {
  const browser = await chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  return {
    goto: (url) => page.goto(url),
    back: () => page.goBack({ waitUntil: 'commit' }),
    evaluate: async (call, ...args) =>
      JSON.parse(await page.evaluate<string>(callSource(call, args))),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}
