import type { FastifyInstance } from 'fastify'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import { texts } from '#contract/platform/texts.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { discardDraft, rollBack, saveMailText, saveText } from './edit.ts'
import { getLegal, getLegalVersion } from './legal.ts'
import { getText, listTexts, listVersions, previewText } from './read.ts'
import { getTexts, landingTexts } from './texts.ts'

export function textRoutes(app: FastifyInstance) {
  const { shop } = app
  mount(app, texts.landing, () => landingTexts(shop))
  mount(app, texts.faq, () => getTexts(shop, 'faq'))
  mount(app, texts.promotion, () => getTexts(shop, 'promotion'))
  mount(app, texts.legal, ({ params }) => getLegal(shop, params.name))
  mount(app, texts.legalVersion, ({ params }) => getLegalVersion(shop, params.name, params.version))

  mount(app, staffTexts.list, async () => {
    const texts = await listTexts(shop.db)
    return { texts, total: texts.length }
  })
  mount(app, staffTexts.get, ({ params }) => getText(shop, params.name))
  mount(app, staffTexts.versions, ({ params, query }) => listVersions(shop.db, params.name, query))
  mount(app, staffTexts.preview, ({ params, query }) =>
    previewText(shop, params.name, query.version),
  )
  mount(app, staffTexts.save, ({ body }, { user }) => saveText(shop, user, body))
  mount(app, staffTexts.saveMail, ({ body }, { user }) => saveMailText(shop, user, body))
  mount(app, staffTexts.discard, ({ params, query }, { user }) =>
    discardDraft(shop, user, params.name, query.revision),
  )
  mount(app, staffTexts.rollBack, ({ params, body }, { user }) =>
    rollBack(shop, user, params.name, body),
  )
}
