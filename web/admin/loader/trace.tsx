import { useLocation, useNavigate } from 'react-router'
import { staffTraces, type Trace } from '#contract/licensing/staff-traces.ts'
import { useEndpointForm } from '../../api/form.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/trace'
import { LoaderTabs } from './loader-tabs.tsx'
import { TraceFile } from './trace-file.tsx'
import { TraceResult } from './trace-result.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the page', async () => ({}))
}

/**
 * `of` is the name of the file. `by` is the user who traced it, because another user who signs in
 * here may not see it.
 */
type Traced = { trace: Trace; of?: string | undefined; by: number }

export default function TracePage({ loaderData }: Route.ComponentProps) {
  // Stored in the history entry, so that Back from the named customer's page restores the result.
  const traced: Traced | null = useLocation().state
  const navigate = useNavigate()
  const setTraced = (state: Traced | null) => navigate('.', { replace: true, state })
  /** A verdict names a customer, so the last one is removed before the next trace starts. */
  const forget = () => setTraced(null)
  return (
    <Page
      title="Loader"
      detail="Identify the customer whose copy of the loader was leaked."
      loaded={loaderData}
    >
      {(_, { uid }) => (
        <>
          <LoaderTabs current="trace" />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
            <TraceFile
              onBegin={forget}
              onTraced={(trace, name) => setTraced({ trace, of: name, by: uid })}
            />
            <TraceText
              uid={uid}
              onBegin={forget}
              onTraced={(trace) => setTraced({ trace, by: uid })}
            />
          </div>
          <div aria-live="polite" className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
            {traced?.by === uid && <TraceResult trace={traced.trace} of={traced.of} />}
          </div>
        </>
      )}
    </Page>
  )
}

type TraceTextProps = { uid: number; onBegin: () => void; onTraced: (trace: Trace) => void }

function TraceText({ uid, onBegin, onTraced }: TraceTextProps) {
  const form = useEndpointForm(staffTraces.find, {
    initial: { of: '' },
    holds: () => {
      onBegin()
      return false
    },
    failed: 'Failed to look it up',
    draft: { uid, form: 'trace' },
    reload: 'never',
    onDone: onTraced,
  })
  return (
    <Card>
      <CardHeader
        title="Look up a hash or build"
        detail="Use this if you don’t have the file. A modified copy has a different hash."
      />
      <form {...form.attributes} className="grid gap-5">
        <TextField
          label="SHA-256 or build ID"
          required
          maxLength={400}
          autoComplete="off"
          spellCheck={false}
          {...form.input('of')}
        />
        {form.error && (
          <p role="alert" className="whitespace-pre-line text-danger">
            {form.error}
          </p>
        )}
        <Button type="submit" className="justify-self-start" loading={form.pending}>
          Look Up
        </Button>
      </form>
    </Card>
  )
}
