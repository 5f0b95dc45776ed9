import { TabLinks } from '../../ui/tab-links.tsx'

type Tab = 'releases' | 'builds' | 'revocations' | 'trace' | 'evidence'

/** What customers' copies are made of, the copies, those taken back, and whose a leaked one was. */
export function LoaderTabs({ current }: { current: Tab }) {
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
          { to: '/admin/loader/trace', label: 'Trace', current: current === 'trace' },
          { to: '/admin/loader/evidence', label: 'Evidence', current: current === 'evidence' },
        ]}
      />
    </div>
  )
}
