import { TabLinks } from '../../ui/tab-links.tsx'

export function SettingsTabs({
  current,
}: {
  current: 'shop' | 'appearance' | 'texts' | 'services'
}) {
  return (
    <div className="mb-6">
      <TabLinks
        label="Settings"
        tabs={[
          { to: '/admin/settings', label: 'Shop', current: current === 'shop' },
          {
            to: '/admin/settings/appearance',
            label: 'Appearance',
            current: current === 'appearance',
          },
          { to: '/admin/settings/texts', label: 'Texts', current: current === 'texts' },
          { to: '/admin/settings/services', label: 'Services', current: current === 'services' },
        ]}
      />
    </div>
  )
}
