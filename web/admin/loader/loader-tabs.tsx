import { TabLinks } from '../../ui/tab-links.tsx'

/** What customers' copies are made of, the copies, and those that were taken back. */
export function LoaderTabs({ current }: { current: 'releases' | 'builds' | 'revocations' }) {
  return (
    <div className="mb-6">
      <TabLinks
        label="Loader"
        tabs={[
          { to: '/admin/loader', label: 'Releases', current: current === 'releases' },
          { to: '/admin/loader/builds', label: 'Builds', current: current === 'builds' },
          {
            to: '/admin/loader/revocations',
            label: 'Revocations',
            current: current === 'revocations',
          },
        ]}
      />
    </div>
  )
}
