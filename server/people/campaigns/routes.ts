import type { FastifyInstance } from 'fastify'
import { campaignForm } from '#contract/people/campaign-form.ts'
import { campaigns } from '#contract/people/campaigns.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { mount } from '#server/kernel/http/mount.ts'
import { renderWritten } from '#server/platform/media/markdown.ts'
import { listGroups } from './groups.ts'
import { getCampaign, listCampaigns, listRecipients } from './list.ts'
import { campaignMail } from './mail-texts.ts'
import { startCampaign } from './start.ts'
import { mailTest } from './test-mail.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign, retryFailures } from './transitions.ts'

export function campaignRoutes(app: FastifyInstance) {
  const { shop } = app
  const { db, config } = shop

  mount(app, campaignForm.groups, async () => {
    const groups = await listGroups(db)
    return { groups, total: groups.length }
  })

  mount(app, campaignForm.preview, ({ body }) => {
    renderWritten(body.content, 'content')
    const { html, text } = campaignMail(config, body)(`${config.siteUrl}/unsubscribe`)
    // The preview's page allows no style element. It contains only the dark mode.
    return { html: html.replace(/<style>.*?<\/style>/s, ''), text }
  })

  mount(app, campaignForm.test, async ({ body }, { user }) => {
    assertMailServer()
    renderWritten(body.content, 'content')
    await mailTest(db, config, user, body)
  })

  mount(app, campaignForm.start, async ({ body }, { user }) => {
    assertMailServer()
    renderWritten(body.content, 'content')
    return getCampaign(db, await startCampaign(db, config, user, body))
  })

  mount(app, campaigns.list, ({ query }) => listCampaigns(db, query))
  mount(app, campaigns.get, ({ params }) => getCampaign(db, params.id))
  mount(app, campaigns.recipients, ({ params, query }) => listRecipients(db, params.id, query))

  mount(app, campaigns.pause, async ({ params }, { user }) => {
    await pauseCampaign(db, user, params.id)
    return getCampaign(db, params.id)
  })
  mount(app, campaigns.resume, async ({ params }, { user }) => {
    await resumeCampaign(db, user, params.id)
    return getCampaign(db, params.id)
  })
  mount(app, campaigns.cancel, async ({ params }, { user }) => {
    await cancelCampaign(db, user, params.id)
    return getCampaign(db, params.id)
  })
  mount(app, campaigns.retry, async ({ params, body }, { user }) => {
    await retryFailures(db, user, params.id, body.unknown)
    return getCampaign(db, params.id)
  })

  function assertMailServer() {
    if (!shop.mail) throw new Refusal(campaignForm.start.refusals.no_mail_server)
  }
}
