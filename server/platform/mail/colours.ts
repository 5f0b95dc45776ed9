import type { Look } from '#server/kernel/config/config.ts'

/** The site's colours for mail programs: light by default, dark in dark mode. */
export const colours = {
  night: '#0b0d0c',
  ground: '#eceee9',
  paper: '#ffffff',
  ink: '#0b0d0c',
  soft: '#3d443d',
  faint: '#646c63',
  rule: '#e2e5de',
  link: '#3f5200',
  signal: '#cdfb47',
  onSignal: '#151b04',
}
export type Colours = typeof colours

export function coloursOf({ accent }: Look): Colours {
  if (!accent) return colours
  return { ...colours, signal: accent.signal, onSignal: accent.on_signal, link: accent.mail_link }
}

export function font(size: number, lineHeight: number) {
  const family = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
  return `font-family:${family};font-size:${size}px;line-height:${lineHeight}px`
}

export const darkMode = ({ signal }: Colours) => `
:root{color-scheme:light dark}
@media (max-width:480px){.pad{padding-left:22px!important;padding-right:22px!important}}
@media (prefers-color-scheme:dark){
.ground{background:#070908!important}
.paper{background:#121513!important}
.ink{color:#f2f5ee!important}
.soft{color:#c9cfc5!important}
.faint{color:#8c948a!important}
.rule{border-color:#2a302b!important}
.link{color:${signal}!important}
}
`
