import { type IncidentState, incidentStateNames } from '#contract/outages/incidents.ts'
import { clock } from '#server/kernel/time/clock.ts'
import { button, end, recipient, text, top } from '#server/platform/mail/fields.ts'
import { type FramedMail, frame, type Sender } from '#server/platform/mail/frame.ts'
import { momentOf } from '#server/platform/mail/when.ts'
import { lines, mail, said } from '#server/platform/mail/words.ts'
import { mailFollower } from './mail.ts'

type Told = {
  username: string
  title: string
  text: string
  state: IncidentState
  starts_at: Date
  planned_end: Date | null
}

export const incidentUpdateMail = mail('incident-update', {
  title: 'Incident update',
  detail: 'Sent to subscribers of the status page. The update is below the text.',
  placeholders: { ...recipient, title: 'incident title' },
  fields: { ...top, text, button, ...end },
  words: {
    subject: '{shop} status: {title}',
    preheader: 'Incident update from {shop}.',
    heading: '{title}',
    text: 'Hi {username}, there is an update on our status page.',
    button: 'View status page',
    notes: '',
    reason:
      'You subscribed to these emails on the status page of {shop}, where you can also turn them off.',
  },
  samples: {
    'Ongoing incident': (sender) => writeIncidentMail(sender, sample('open')),
    'Planned maintenance': (sender) => writeIncidentMail(sender, sample('planned')),
    'Ended incident': (sender) => writeIncidentMail(sender, sample('closed')),
  },
  again: (db, sender, { about }, again) =>
    mailFollower(db, sender, { update: Number(about.update), user: Number(about.user) }, again),
})

const sample = (state: IncidentState): Told => ({
  username: 'night_owl',
  title: 'The overlay does not start',
  text: 'Since this morning’s game update, the overlay does not start. We are working on a fix.',
  state,
  starts_at: new Date(clock.now()),
  planned_end: state === 'planned' ? new Date(clock.now() + 7_200_000) : null,
})

const beginnings = {
  planned: 'Begins',
  open: 'Since',
  closed: 'Began',
  cancelled: 'Was planned for',
}

export function writeIncidentMail(sender: Sender, told: Told): FramedMail {
  const { username, title, text, state, starts_at, planned_end } = told
  const words = incidentUpdateMail.fillIn(sender, { username, title })
  const usual = said(words)
  return frame(sender, {
    ...usual,
    // Staff wrote this text, so braces in it are not placeholders.
    paragraphs: [...usual.paragraphs, ...lines(text)],
    rows: [
      { label: 'State', value: incidentStateNames[state] },
      { label: beginnings[state], value: momentOf(sender, starts_at) },
      ...(state === 'planned' && planned_end
        ? [{ label: 'Until', value: momentOf(sender, planned_end) }]
        : []),
    ],
    button: { label: words.button, url: `${sender.siteUrl}/status` },
  })
}
