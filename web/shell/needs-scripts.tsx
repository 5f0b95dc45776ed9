/** Says what works in this shop without JavaScript. */
export function NeedsScripts() {
  return (
    <noscript>
      <p className="border-warning/25 border-b bg-[#1d1709] py-3 text-sm text-warning">
        <span className="page block">
          JavaScript is switched off. Everything public can be read without it; signing in, the
          cart, paying and your dashboard need it: please switch it on for this site.
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
        This page needs JavaScript. Please switch it on for this site and load the page again.
      </p>
    </noscript>
  )
}
