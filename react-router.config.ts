import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: '.build',
  ssr: true,
  // Public pages are cached as finished HTML: they must not depend on a discovery call whose
  // answer changes with the build.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
