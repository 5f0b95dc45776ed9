import { TabLinks } from '../../ui/tab-links.tsx'

type Tab = 'releases' | 'builds' | 'revocations' | 'trace' | 'evidence'

/**
 * The tabs: the releases that customers' copies are built from, the copies, the revoked copies, and
 * the tracing of leaked ones.
 */
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
