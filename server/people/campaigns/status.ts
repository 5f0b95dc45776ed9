import type { Selectable } from 'kysely'
import type { Campaigns } from '#db/tables.ts'

export type CampaignStatus = Selectable<Campaigns>['status']

type CampaignEvent =
  | 'pause'
  /** The mail server has refused several mails of the shop in a row. */
  | 'mails_refused'
  | 'resume'
  | 'cancel'
  /** No recipient is queued any more. */
  | 'finish'
  /** Staff queue the failed recipients again. */
  | 'retry'

type Transitions = Record<CampaignStatus, Partial<Record<CampaignEvent, CampaignStatus>>>

/** No trigger enforces this table. A check requires `finished_at` only if cancelled or finished. */
export const campaignTransitions: Transitions = {
  running: {
    pause: 'paused',
    mails_refused: 'paused',
    cancel: 'cancelled',
    finish: 'finished',
    retry: 'running',
  },
  // The queued recipients get their mail when staff resume the campaign.
  paused: { resume: 'running', cancel: 'cancelled', retry: 'paused' },
  finished: { retry: 'running' },
  cancelled: {},
}
