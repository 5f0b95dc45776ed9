/** Colours are in linear light, so that light sources add up physically. */
export type Colour = readonly [number, number, number]

export function hex(code: string): Colour {
  const value = Number.parseInt(code.slice(1), 16)
  return [toLinear(value >> 16), toLinear((value >> 8) & 255), toLinear(value & 255)]
}

function toLinear(byte: number): number {
  const s = byte / 255
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
}

export function mix(a: Colour, b: Colour, t: number): Colour {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]
}

export function scale(colour: Colour, by: number): Colour {
  return [colour[0] * by, colour[1] * by, colour[2] * by]
}

/** 256 steps along evenly spaced colours, looked up by a brightness in [0, 1]. */
export function ramp(...stops: Colour[]): (t: number) => Colour {
  const steps: Colour[] = []
  for (let i = 0; i < 256; i++) {
    const place = (i / 255) * (stops.length - 1)
    const lower = Math.min(Math.floor(place), stops.length - 2)
    steps.push(mix(stops[lower]!, stops[lower + 1]!, place - lower))
  }
  return (t) => steps[t <= 0 ? 0 : t >= 1 ? 255 : (t * 255) | 0]!
}
