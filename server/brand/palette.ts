import type { Oklch } from 'culori'
// In one file: its modules are some three hundred, which a start would wait for.
import culori from 'culori/require'
import type { Accent } from '#contract/brand.ts'

const { clampChroma, converter, formatHex, wcagContrast } = culori

/** Of text, by WCAG 2.2 AA. What is no text needs 3:1, which follows. */
const readable = 4.5

/** The backgrounds on which the accent is hardest to read: `--color-lifted` of pages, white of mails. */
const darkest = { pages: '#232824', mails: '#ffffff' }

const toOklch = converter('oklch')
const step = 0.004

/**
 * What becomes of an accent colour, `#rrggbb`: the same hue, with its lightness moved as far as it
 * takes to be read on every surface of pages and mails.
 */
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
            `${given} is too dark for text and controls on the dark pages: ${signal} is used there.`,
          ]),
      ...(mailLink === given
        ? []
        : [`${given} is too light for links on the white of mails: ${mailLink} is used there.`]),
    ],
  }
}

const isReadable = (one: string, other: string) => wcagContrast(one, other) >= readable

/** Of eight bits a channel, with no more chroma than the screen has at that lightness. */
function hex({ l, c, h }: Oklch): string {
  const within = { mode: 'oklch' as const, l: Math.min(1, Math.max(0, l)), c, h: h ?? 0 }
  return formatHex(clampChroma(within, 'oklch'))
}

/** Its lightness a step further until it can be read; white and black end it. */
function moved(from: Oklch, by: number, on: string): string {
  let found = hex(from)
  for (let l = from.l; !isReadable(found, on) && Math.abs(l - from.l) <= 1.1; l += by) {
    found = hex({ ...from, l })
  }
  return found
}

/** What is read on a dark page carries dark text, with a trace of its hue. */
const inked = (signal: Oklch) => hex({ ...signal, l: 0.2, c: Math.min(signal.c, 0.04) })

/** Lighter; what is nearly white darker, as far as its text stays readable. */
function pointedAt(signal: Oklch, ink: string): string {
  const lighter = hex({ ...signal, l: signal.l + 0.035 })
  if (signal.l < 0.965) return lighter
  const darker = hex({ ...signal, l: signal.l - 0.06 })
  return isReadable(darker, ink) ? darker : lighter
}
