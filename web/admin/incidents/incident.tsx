import { type StaffIncident, staffIncidents } from '#contract/outages/staff-incidents.ts'
import { api } from '../../api/client.ts'
import { useEndpointForm } from '../../api/form.ts'
import { stateOfIncident } from '../../incident-states.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { Moment } from '../../ui/time-ago.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import { listModules } from '../status/list-modules.ts'
import type { Route } from './+types/incident'
import { beginnings } from './beginnings.ts'
import { CloseIncident } from './close-incident.tsx'
import { EditIncident } from './edit-incident.tsx'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load incident', async () => {
    const [incident, modules] = await Promise.all([
      api(staffIncidents.get, { params: { id: params.id } }),
      listModules(),
    ])
    return { ...incident, modules: modules.map(({ repo }) => repo) }
  })
}

export default function IncidentPage({ loaderData, params }: Route.ComponentProps) {
  const { data } = loaderData
  return (
    <Page
      key={params.id}
      title={data?.title ?? 'Incident'}
      back={{ to: '/admin/status', label: 'Status' }}
      detail={data && <Identity incident={data} />}
      actions={
        <>
          {data && data.state !== 'cancelled' && (
            <EditIncident
              key={data.state}
              uid={loaderData.user.uid}
              incident={data}
              modules={data.modules}
            />
          )}
          {data?.batch && (
            <LinkButton
              {...(!data.batch_confirmed && { look: 'primary' })}
              to={`/admin/credits/${data.batch}`}
            >
              {data.batch_confirmed ? 'View Compensation' : 'Review Compensation'}
            </LinkButton>
          )}
          {data && <LinkButton to={`/status#incident-${params.id}`}>Open Status Page</LinkButton>}
        </>
      }
      loaded={loaderData}
    >
      {(incident, { uid }) => {
        const over = incident.state === 'closed' || incident.state === 'cancelled'
        return (
          <div className="grid max-w-3xl gap-5">
            {!over && <Update key={incident.updates[0]?.id} uid={uid} incident={incident} />}
            <Card>
              <CardHeader title="Updates" />
              <ol className="grid gap-5 border-line border-l-2 pl-4">
                {incident.updates.map(({ id, text, created_at }) => (
                  <li key={id}>
                    <p className="text-faint text-sm">
                      <Moment at={created_at} />
                    </p>
                    <p className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
                  </li>
                ))}
              </ol>
            </Card>
          </div>
        )
      }}
    </Page>
  )
}

function Identity({ incident }: { incident: StaffIncident }) {
  const { state, repos, starts_at, planned_end, ended_at, by } = incident
  const { tone, label } = stateOfIncident(state)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="[overflow-wrap:anywhere]">{repos.join(', ')}</span>
      </div>
      <p className="text-sm">
        {beginnings[state]} <Moment at={starts_at} />
        {planned_end && !ended_at && (
          <>
            , planned until <Moment at={planned_end} />
          </>
        )}
        {ended_at && (
          <>
            , ended <Moment at={ended_at} />
          </>
        )}
        . Opened by {by}.
      </p>
    </div>
  )
}

function Update({ uid, incident }: { uid: number; incident: StaffIncident }) {
  const { id } = incident
  const form = useEndpointForm(staffIncidents.update, {
    initial: { text: '' },
    toInput: (body) => ({ params: { id: String(id) }, body }),
    done: 'Update published',
    failed: 'Failed to publish the update',
    draft: { uid, form: `incident ${id} update` },
  })
  return (
    <Card>
      <CardHeader
        title="Post an update"
        detail="Shown on the status page immediately and emailed to its subscribers."
        actions={<CloseIncident uid={uid} incident={incident} />}
      />
      <form {...form.attributes} className="grid gap-5">
        <TextArea label="Update" {...form.input('text')} />
        {form.error && <ErrorBox>{form.error}</ErrorBox>}
        <div className="flex justify-end">
          <Button type="submit" look="primary" loading={form.pending}>
            Publish Update
          </Button>
        </div>
      </form>
    </Card>
  )
}
