import { TabLinks } from '../../ui/tab-links.tsx'

/** The two sides of the loader: what customers' copies are made of, and the copies. */
export function LoaderTabs({ current }: { current: 'releases' | 'builds' }) {
  return (
    <div className="mb-6">
      <TabLinks
        label="Loader"
        tabs={[
          { to: '/admin/loader', label: 'Releases', current: current === 'releases' },
          { to: '/admin/loader/builds', label: 'Builds', current: current === 'builds' },
        ]}
      />
    </div>
  )
}
