/** Tells whoever has switched JavaScript off what they can do here all the same. */
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
