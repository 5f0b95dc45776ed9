const names = (text: string) => new Set(text.trim().split(/\s+/))

/** The elements of a static drawing. No embedded images, filters, animations or scripts. */
export const elements = names(`
  svg g defs symbol use path rect circle ellipse line polyline polygon
  linearGradient radialGradient stop clipPath mask title desc style text tspan
`)

/** Elements that editors leave behind. */
export const dropped = names('metadata')

export const attributes = names(`
  id class style width height viewBox preserveAspectRatio x y x1 y1 x2 y2 cx cy r rx ry fx fy fr
  d points dx dy rotate textLength lengthAdjust pathLength transform
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color display visibility overflow
  clip-path clip-rule clipPathUnits mask mask-type maskUnits maskContentUnits
  gradientUnits gradientTransform spreadMethod offset stop-color stop-opacity
  font-family font-size font-weight font-style font-stretch letter-spacing word-spacing
  text-anchor dominant-baseline paint-order shape-rendering text-rendering vector-effect
  color-interpolation mix-blend-mode isolation role
`)

/** The permitted functions. Any other function loads something, or may do so in the future. */
export const functions = names(`
  rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy calc
`)
