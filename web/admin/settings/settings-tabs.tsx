import { TabLinks } from '../../ui/tab-links.tsx'

/** How the shop works, and what it asks of others. */
export function SettingsTabs({ current }: { current: 'shop' | 'services' }) {
  return (
    <div className="mb-6">
      <TabLinks
        label="Settings"
        tabs={[
          { to: '/admin/settings', label: 'Shop', current: current === 'shop' },
          { to: '/admin/settings/services', label: 'Services', current: current === 'services' },
        ]}
      />
    </div>
  )
}
