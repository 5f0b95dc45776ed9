import type { Oklch } from 'culori'
// The bundled file: some three hundred modules would slow down the start.
import culori from 'culori/require'
import type { Accent } from '#contract/platform/brand.ts'

const { clampChroma, converter, formatHex, wcagContrast } = culori

/** The contrast of text, by WCAG 2.2 AA. Other elements need 3:1, which follows. */
const readable = 4.5

/** The accent has the lowest contrast on these: `--color-lifted` on pages, white in mails. */
const darkest = { pages: '#232824', mails: '#ffffff' }

const toOklch = converter('oklch')
const step = 0.004

/** The hue stays. The lightness moves until the colour is readable on every surface. */
export function accentOf(given: string): Accent {
  const wanted = toOklch(given)!
  const signal = isReadable(given, darkest.pages) ? given : moved(wanted, step, darkest.pages)
  const seen = toOklch(signal)!
  const onSignal = inked(seen)
  const mailLink = isReadable(given, darkest.mails) ? given : moved(wanted, -step, darkest.mails)
  return {
    signal,
    signal_high: pointedAt(seen, onSignal),
    on_signal: onSignal,
    chosen: hex({ ...seen, l: 0.235, c: Math.min(seen.c, 0.03) }),
    mail_link: mailLink,
    corrections: [
      ...(signal === given
        ? []
        : [
            `${given} is too dark for text and controls on dark pages. ${signal} is used there instead.`,
          ]),
      ...(mailLink === given
        ? []
        : [
            `${given} is too light for links on the white background of emails. ${mailLink} is used there instead.`,
          ]),
    ],
  }
}

const isReadable = (one: string, other: string) => wcagContrast(one, other) >= readable

/** Limits the chroma to what the screen can show at that lightness. */
function hex({ l, c, h }: Oklch): string {
  const within = { mode: 'oklch' as const, l: Math.min(1, Math.max(0, l)), c, h: h ?? 0 }
  return formatHex(clampChroma(within, 'oklch'))
}

function moved(from: Oklch, by: number, on: string): string {
  let found = hex(from)
  for (let l = from.l; !isReadable(found, on) && Math.abs(l - from.l) <= 1.1; l += by) {
    found = hex({ ...from, l })
  }
  return found
}

/** A colour that is readable on a dark page gets dark text with a trace of its hue. */
const inked = (signal: Oklch) => hex({ ...signal, l: 0.2, c: Math.min(signal.c, 0.04) })

/** The hover colour is lighter, or darker for a nearly white colour if its text stays readable. */
function pointedAt(signal: Oklch, ink: string): string {
  const lighter = hex({ ...signal, l: signal.l + 0.035 })
  if (signal.l < 0.965) return lighter
  const darker = hex({ ...signal, l: signal.l - 0.06 })
  return isReadable(darker, ink) ? darker : lighter
}
