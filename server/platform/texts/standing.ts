import { type FooterTexts, textPages } from '#contract/platform/text-pages.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import type { Config } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'
import { type Kept, wholeOf } from './content.ts'
import { footer } from './defaults/footer.ts'
import { refunds } from './defaults/refunds.ts'
import { terms } from './defaults/terms.ts'
import { legalValues, legalVersionOf } from './legal.ts'
import { readPublished, selectPublished } from './texts.ts'

/** The texts that are held in memory: those that every page needs, and the landing page's. */
export type StandingTexts = {
  /** The fields in which the published landing page differs from its defaults. */
  landing: Kept
  footer: FooterTexts
  /** The versions that a customer accepts now. */
  legalVersions: { terms: number; refunds: number }
  mailTexts: Config['mailTexts']
}

type Facts = Pick<Config, 'shopName' | 'siteUrl' | 'seller'>

export async function readStandingTexts(db: Database, facts: Facts): Promise<StandingTexts> {
  const read = async (name: 'terms' | 'refunds', defaults: { body: string }) => {
    const { body } = wholeOf(textPages[name], await readPublished(db, name), defaults)
    return (await legalVersionOf(db, name, fillIn(body, legalValues(facts)))).version
  }
  const kept: Kept = await readPublished(db, 'footer')
  return {
    landing: await readPublished(db, 'landing'),
    footer: fillIn(wholeOf(textPages.footer, kept, footer), { shop: facts.shopName }),
    mailTexts: await readMailTexts(db),
    legalVersions: { terms: await read('terms', terms), refunds: await read('refunds', refunds) },
  }
}

async function readMailTexts(db: Database) {
  const rows = await selectPublished(db).where('texts.name', 'like', 'mail-%').execute()
  return Object.fromEntries(rows.map(({ name, content }) => [name, content as Kept]))
}
