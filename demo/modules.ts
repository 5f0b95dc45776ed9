export interface DemoModule {
  repo: string
  version: string
  status: 'operational' | 'updating' | 'maintenance' | 'offline'
  /** Hours between its last change and seeding. */
  hoursAgo: number
}

/** The modules of the status page, in display order. */
export const demoModules: DemoModule[] = [
  { repo: 'loader', version: '1.4.2', status: 'operational', hoursAgo: 62 },
  { repo: 'website', version: '2026.3', status: 'operational', hoursAgo: 30 },
  { repo: 'sign-in', version: '5.1.0', status: 'operational', hoursAgo: 212 },
  { repo: 'payments', version: '3.8.1', status: 'operational', hoursAgo: 96 },
  { repo: 'cs2-demo-reader', version: '9.2.4', status: 'updating', hoursAgo: 1 },
  { repo: 'telemetry-racing', version: '4.0.7', status: 'operational', hoursAgo: 340 },
  { repo: 'meridian-charts', version: '11.0.2', status: 'operational', hoursAgo: 118 },
  { repo: 'freight-market', version: '2.6.0', status: 'maintenance', hoursAgo: 4 },
  { repo: 'draft-rooms', version: '6.3.3', status: 'operational', hoursAgo: 51 },
  { repo: 'parish-records', version: '1.9.9', status: 'offline', hoursAgo: 720 },
]
