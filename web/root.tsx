import fontUrl from '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2?url'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { setCurrency } from '#contract/wire/currency.ts'
import type { Route } from './+types/root'
import { configContext } from './api/server.ts'
import { clockAhead } from './clock.ts'
import { useOptionalConfig } from './config.ts'
import { replaceBlockedStorage } from './shell/blocked-storage.ts'
import { Crash } from './shell/crash.tsx'
import { keepEarlyInput } from './shell/early-input.ts'
import { Shell } from './shell/shell.tsx'
import styles from './ui/base.css?url'

// Zod tries to compile its schemas with `new Function`, which the content security policy forbids.
// This is what `z.config({ jitless: true })` sets. Calling it here would load Zod on every page.
if (!import.meta.env.SSR) Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

export function loader({ context }: Route.LoaderArgs) {
  return { config: context.get(configContext) }
}

/** The configuration does not change while a page is open. */
export const shouldRevalidate = () => false

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

export function Layout({ children }: { children: React.ReactNode }) {
  const config = useOptionalConfig()
  const { apiUrl, brand } = config ?? {}
  // Set before anything is rendered. It stays the same for the lifetime of the process or the page.
  if (config) setCurrency(config.currency)
  return (
    <html lang="en" className="font-sans text-base" style={brand?.tokens ?? undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#0b0d0c" />
        {/* With a precedence, React renders it before the scripts, which would delay the first
            paint. */}
        <link rel="stylesheet" href={styles} precedence="base" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of our own, as it stands */}
        <script dangerouslySetInnerHTML={{ __html: keepEarlyInput }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a script of our own, as it stands */}
        <script dangerouslySetInnerHTML={{ __html: replaceBlockedStorage }} />
        {clockAhead() > 0 && <meta name="clock-ahead" content={String(clockAhead())} />}
        {brand && <link rel="icon" href={brand.icon} />}
        {brand?.touch_icon && <link rel="apple-touch-icon" href={brand.touch_icon} />}
        {apiUrl && <meta name="api-url" content={apiUrl} />}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

/** Only for errors of the shell itself. Errors of a page are caught inside the shell. */
export function ErrorBoundary() {
  return <Crash />
}
