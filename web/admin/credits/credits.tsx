import { credits } from '#contract/outages/credits.ts'
import { can } from '#contract/wire/capabilities.ts'
import { api } from '../../api/client.ts'
import { readList, readPage } from '../list/address.ts'
import { Pager } from '../list/pager.tsx'
import { asStaff, loadPart } from '../load.ts'
import { Failure, Page } from '../page.tsx'
import type { Route } from './+types/credits'
import { AddBatch } from './add-batch.tsx'
import { BatchTable } from './batch-table.tsx'
import { PolicyTable } from './policy-table.tsx'

const mostPolicies = 25

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { query, page, limit } = readList(request, { limit: 25 })
  const place = readPage(query, 'policies')
  return asStaff(request, 'Failed to load compensation', async () => {
    const [list, products, policies] = await Promise.all([
      loadPart('Failed to load batches', api(credits.list, { query: { page, limit } })),
      api(credits.products),
      loadPart(
        'Failed to load policies',
        api(credits.policies, { query: { page: place, limit: mostPolicies } }),
      ),
    ])
    return { page, limit, list, products, policies, place }
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
              <>
                <BatchTable batches={shown.list.data.batches} />
                <Pager
                  page={shown.page}
                  limit={shown.limit}
                  total={shown.list.data.total}
                  nouns={['batch', 'batches']}
                />
              </>
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
