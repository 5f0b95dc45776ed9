import { campaignForm } from '#contract/people/campaign-form.ts'
import { campaigns } from '#contract/people/campaigns.ts'
import type { OutgoingMail } from '#server/adapters/mail/mail.ts'
import { signIn } from '#server/kernel/testing/customer.ts'
import { openTestShop } from '#server/kernel/testing/shop.ts'
import { sendCampaign } from '../sending.ts'

export const words = { subject: 'News', body: 'Hello **there**' }

const takeAll: (mail: OutgoingMail) => unknown = () => {}

/** A shop whose administrator sends campaigns through a mail server that the test controls. */
export async function openOffice() {
  const shop = await openTestShop({ env: { CAMPAIGN_RATE: '1000' } })
  const admin = await signIn(shop.app, { admin: true })
  const office = {
    shop,
    admin,
    sent: [] as OutgoingMail[],
    /** How the mail server responds to a mail. It accepts the mail if this returns. */
    respond: takeAll,
    close: () => shop.close(),
    reset() {
      office.sent = []
      office.respond = takeAll
      shop.shop.mail = {
        async send(mail) {
          await office.respond(mail)
          office.sent.push(mail)
        },
        check: async () => {},
        close() {},
      }
    },
    async start(group: string, more: object = {}) {
      const body = { ...words, recipient_group: group, ...more }
      const answer = await shop.call(campaignForm.start, { body }, admin)
      const { status, body: campaign, code } = answer
      return { status, campaign, code, params: { id: String(campaign.id) } }
    },
    /** In as many runs as needed. Returns when the next run is due, if any. */
    async run(id: number): Promise<Date | undefined> {
      for (;;) {
        let again: Date | undefined
        await sendCampaign(shop.shop, id, async (_db, at) => {
          again = at
        })
        if (!again || again.getTime() > Date.now() + 1000) return again
      }
    },
    read: async (id: number) =>
      (await shop.call(campaigns.get, { params: { id: String(id) } }, admin)).body,
    turn: (verb: 'pause' | 'resume' | 'cancel', id: number) =>
      shop.call(campaigns[verb], { params: { id: String(id) } }, admin),
    retry: (id: number, body: { unknown?: boolean } = {}) =>
      shop.call(campaigns.retry, { params: { id: String(id) }, body }, admin),
  }
  return office
}
