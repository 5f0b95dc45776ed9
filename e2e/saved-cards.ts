import type { Page } from '@playwright/test'
import type { RunningShop } from '#server/kernel/testing/running-shop.ts'
import { confirmCard } from '#server/selling/cards/testing/add-card.ts'

type Shop = Pick<RunningShop, 'sandboxUrl' | 'url'>

/** Saves cards for the signed-in customer, the first one as the default. */
export async function saveCards(
  page: Page,
  { sandboxUrl, url }: Shop,
  cards: { number: string; expMonth?: number; expYear?: number }[],
) {
  const headers = { origin: url }
  for (const { number, expMonth = 12, expYear = 2040 } of cards) {
    const begun = await page.request.post(`${url}/api/user/cards/begin`, { headers })
    const { setup_id, client_secret } = await begun.json()
    await confirmCard({ sandboxUrl }, client_secret, number, { expMonth, expYear })
    const added = await page.request.post(`${url}/api/user/cards`, { headers, data: { setup_id } })
    if (!added.ok()) throw new Error(await added.text())
  }
}
