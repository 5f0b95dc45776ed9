import { credits } from '#contract/outages/credits.ts'
import { can } from '#contract/wire/capabilities.ts'
import { api } from '../../api/client.ts'
import { readPage } from '../list/address.ts'
import { loadList } from '../list/load-list.ts'
import { Pager } from '../list/pager.tsx'
import { asStaff, loadPart } from '../load.ts'
import { Failure, Page } from '../page.tsx'
import type { Route } from './+types/credits'
import { AddBatch } from './add-batch.tsx'
import { BatchList } from './batch-list.tsx'
import { PolicyTable } from './policy-table.tsx'

const mostPolicies = 25

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const place = readPage(new URL(request.url).searchParams, 'policies')
  return asStaff(request, 'Failed to load compensation', async () => {
    const [list, products, policies] = await Promise.all([
      loadPart('Failed to load batches', loadList(request, credits.list, { limit: 25 })),
      api(credits.products),
      loadPart(
        'Failed to load policies',
        api(credits.policies, { query: { page: place, limit: mostPolicies } }),
      ),
    ])
    return { list, products, policies, place }
  })
}

export default function Credits({ loaderData }: Route.ComponentProps) {
  const { user, data } = loaderData
  return (
    <Page
      title="Compensation"
      detail="Time that customers get for outages and maintenance."
      actions={
        can(user, 'manage_credits') &&
        data &&
        data.products.length > 0 && <AddBatch uid={user.uid} products={data.products} />
      }
      loaded={loaderData}
    >
      {(shown, user) => (
        <div className="grid gap-10">
          <section aria-labelledby="batches">
            <h2 id="batches" className="title mb-4 text-xl">
              Batches
            </h2>
            {shown.list.error === null ? (
              <BatchList list={shown.list.data} />
            ) : (
              <Failure {...shown.list} />
            )}
          </section>
          <section aria-labelledby="policies">
            <h2 id="policies" className="title mb-4 text-xl">
              Policies
            </h2>
            {shown.policies.error === null ? (
              <>
                <PolicyTable user={user} {...shown.policies.data} />
                <Pager
                  name="policies"
                  page={shown.place}
                  limit={mostPolicies}
                  total={shown.policies.data.total}
                  nouns={['policy', 'policies']}
                />
              </>
            ) : (
              <Failure {...shown.policies} />
            )}
          </section>
        </div>
      )}
    </Page>
  )
}
