/** Says what works in this shop without JavaScript. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="border-warning/25 border-b bg-[#1d1709] py-3 text-sm text-warning">
        <span className="page block">
          JavaScript is turned off. You can read all public pages without it, but signing in, the
          cart, the checkout and your dashboard require it. Please turn it on for this site.
        </span>
      </p>
    </noscript>
  )
}

/** Replaces content that a page can only show with JavaScript. */
export function PageNeedsScripts() {
  return (
    <noscript>
      <p className="max-w-[44ch] text-soft">
        This page requires JavaScript. Please turn it on for this site and reload the page.
      </p>
    </noscript>
  )
}
