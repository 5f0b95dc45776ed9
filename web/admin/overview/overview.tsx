import { lazy, Suspense } from 'react'
import { useNavigation } from 'react-router'
import { chartPeriods, overview } from '#contract/shop/overview.ts'
import { setup } from '#contract/shop/setup.ts'
import { may } from '#contract/wire/endpoint.ts'
import { api } from '../../api/client.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { useListAddress } from '../list/address.ts'
import { asStaff } from '../load.ts'
import { Page } from '../page.tsx'
import type { Route } from './+types/overview'
import { FigureCards } from './figure-cards.tsx'
import { NotSetUp } from './not-set-up.tsx'
import { WaitingNow } from './waiting-now.tsx'

/** The charts need a library that no other page uses, so they load after the figures. */
const ChartCards = lazy(() => import('./chart-cards.tsx'))

const usual = 30

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = Number(new URL(request.url).searchParams.get('days'))
  const days = chartPeriods.find((period) => period === asked) ?? usual
  return asStaff(request, 'Failed to load the dashboard', async (user) => {
    const [figures, charts, { missing }] = await Promise.all([
      api(overview.figures),
      api(overview.charts, { query: { days: `${days}` } }),
      may(user, setup.missing) ? api(setup.missing) : { missing: [] },
    ])
    return { days, figures, charts, missing }
  })
}

export default function Overview({ loaderData }: Route.ComponentProps) {
  const { change } = useListAddress()
  const { state, location } = useNavigation()
  return (
    <Page title="Dashboard" loaded={loaderData}>
      {({ days, figures, charts, missing }, me) => (
        <>
          <WaitingNow me={me} />
          <NotSetUp missing={missing} />
          <FigureCards figures={figures} charts={charts} days={days} me={me} />
          <div className="mt-10 mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <h2 className="title text-xl">
              Over time
              <span className="ml-3 font-normal text-base text-faint">by days in UTC</span>
            </h2>
            <RadioGroup
              legend="Period"
              hideLegend
              className="w-full sm:w-auto"
              options={chartPeriods.map((value) => ({ value, label: `${value} days` }))}
              value={days}
              onChange={(value) => change({ days: value === usual ? null : value })}
            />
          </div>
          <Suspense fallback={<Loading label="Drawing charts..." />}>
            <ChartCards
              charts={charts}
              days={days}
              busy={state === 'loading' && location?.pathname === '/admin'}
            />
          </Suspense>
        </>
      )}
    </Page>
  )
}
