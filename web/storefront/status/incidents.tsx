import type { Incident } from '#contract/outages/incidents.ts'
import { stateOfIncident } from '../../incident-states.ts'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../date.tsx'
import { StateBadge } from './state.tsx'

type IncidentsProps = { incidents: readonly Incident[] }

/** Open incidents and planned maintenance, above the modules. */
export function CurrentIncidents({ incidents }: IncidentsProps) {
  const current = incidents.filter(({ state }) => state === 'open' || state === 'planned')
  if (current.length === 0) return null
  return (
    <section aria-label="Current and planned incidents" className="mt-10 grid gap-4">
      {current.map((incident) => (
        <Entry key={incident.id} incident={incident} heading="h2" />
      ))}
    </section>
  )
}

export function PastIncidents({ incidents }: IncidentsProps) {
  const past = incidents.filter(({ state }) => state === 'closed')
  return (
    <section aria-labelledby="past-incidents" className="mt-16">
      <h2 id="past-incidents" className="title mb-5 text-2xl">
        Past Incidents
      </h2>
      {past.length === 0 ? (
        <p className="text-soft">No incidents in the last 90 days.</p>
      ) : (
        <div className="grid gap-4">
          {past.map((incident) => (
            <Entry key={incident.id} incident={incident} heading="h3" />
          ))}
        </div>
      )}
    </section>
  )
}

type EntryProps = { incident: Incident; heading: 'h2' | 'h3' }

function Entry({ incident, heading: Heading }: EntryProps) {
  const { id, title, state, status, repos, starts_at, planned_end, ended_at, updates } = incident
  const { label, tone } = stateOfIncident(state)
  const end = ended_at ?? planned_end
  return (
    <article id={`incident-${id}`} className="surface notch-6 scroll-mt-24 p-5 sm:p-7">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <Heading className="title text-lg">{title}</Heading>
          <p className="mt-1 text-faint text-sm tabular-nums">
            <Moment at={starts_at} />
            {end && (
              <>
                {' to '}
                <Moment at={end} />
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {state === 'open' && status !== 'operational' && <StateBadge status={status} />}
          <Badge tone={tone}>{label}</Badge>
        </div>
      </header>
      <p className="mt-3 text-soft text-sm [overflow-wrap:anywhere]">{repos.join(', ')}</p>
      <ol className="mt-5 grid gap-4 border-line border-l-2 pl-4">
        {updates.map(({ id, text, created_at }) => (
          <li key={id}>
            <p className="text-faint text-sm tabular-nums">
              <Moment at={created_at} />
            </p>
            <p className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
          </li>
        ))}
      </ol>
    </article>
  )
}
