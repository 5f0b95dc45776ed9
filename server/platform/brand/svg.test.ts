import { expect, test } from 'vitest'
import { plainSvg } from './svg.ts'

const head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const drawn = (content: string) => `${head} viewBox="0 0 24 24">${content}</svg>`
const read = (text: string) => plainSvg(Buffer.from(text))

test.each([
  ['a script', drawn('<script>alert(1)</script>'), '<script>'],
  [
    'a script by a prefix',
    `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></s:svg>`,
    '<script>',
  ],
  ['a handler', drawn('<path onload="alert(1)" d="M0 0"/>'), 'the handler onload'],
  ['a handler of the root', `${head} onload="alert(1)"/>`, 'the handler onload'],
  ['a page within', drawn('<foreignObject><p/></foreignObject>'), '<foreignObject>'],
  ['a link', drawn('<a href="javascript:alert(1)"><path d="M0 0"/></a>'), '<a>'],
  ['a picture', drawn('<image href="data:image/png;base64,AAAA"/>'), '<image>'],
  ['what moves', drawn('<set attributeName="href" to="javascript:alert(1)"/>'), '<set>'],
  ['a filter', drawn('<filter id="f"/>'), '<filter>'],
  [
    'an outside reference',
    drawn('<use xlink:href="https://a.example/x.svg#a"/>'),
    'a link to another file',
  ],
  [
    'an outside colour',
    drawn('<path fill="url(https://a.example/x)" d="M0 0"/>'),
    'styles with url',
  ],
  [
    'an outside style',
    drawn('<path style="fill:URL( //a.example/x )" d="M0 0"/>'),
    'styles with URL',
  ],
  ['an import', drawn('<style>@import "https://a.example/x.css";</style>'), 'such as @import'],
  ['an import in CDATA', drawn('<style><![CDATA[@import "x"]]></style>'), 'such as @import'],
  [
    'a word that a comment cuts',
    drawn('<style>.a{fill:ur<!-- -->l(https://a.example)}</style>'),
    'styles with url',
  ],
  [
    'an escaped word',
    drawn('<style>.a{fill:u\\72l(https://a.example)}</style>'),
    'styles with escapes',
  ],
  [
    'another loading function',
    drawn('<style>.a{fill:image-set("https://a.example")}</style>'),
    'styles with image-set',
  ],
  [
    'a mask in a sheet',
    drawn('<mask id="m"/><style>g{mask:url(#m)}</style>'),
    'clips or masks in a style sheet',
  ],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${drawn('<title>&a;</title>')}`, 'custom entities'],
  [
    'a style sheet outside',
    `<?xml-stylesheet href="https://a.example/x.css"?>${drawn('')}`,
    'a processing instruction',
  ],
])('refuses and names %s', (_name, text, what) => {
  expect(() => read(text)).toThrowError(
    expect.objectContaining({ code: 'svg_not_plain', message: expect.stringContaining(what) }),
  )
})

test.each([
  ['a tag left open', drawn('<g>'), 'line 1, '],
  ['no SVG at all', '<html xmlns="http://www.w3.org/1999/xhtml"/>', 'does not start with <svg'],
  ['a drawing without a size', `${head}/>`, 'neither a viewBox nor a width and height'],
  ['another encoding', `<?xml version="1.0" encoding="utf-16"?>${drawn('')}`, 'UTF-8'],
])('%s cannot be read, and the error has the position', (_name, text, why) => {
  expect(() => read(text)).toThrowError(
    expect.objectContaining({ code: 'svg_unreadable', message: expect.stringContaining(why) }),
  )
  expect(() => plainSvg(Buffer.from([0xff, 0xfe, 0x3c]))).toThrow(/UTF-8/)
})

test('refuses an endless drawing quickly', () => {
  const levels = Array.from(
    { length: 30 },
    (_, n) => `<g id="l${n}">${`<use href="#l${n + 1}"/>`.repeat(10)}</g>`,
  )
  // Measures this thread only, as other programs may use the processor at the same time.
  const began = process.threadCpuUsage()
  for (const content of [
    `${levels.join('')}<path id="l30" d="M0 0"/>`,
    '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>',
    '<mask id="m"><g mask="url(#m)"/></mask>',
    '<g>'.repeat(100) + '</g>'.repeat(100),
    '<path d="M0 0"/>'.repeat(6000),
    // Few elements that take hours to render.
    `<path id="p" d="${'q99 1 1 99'.repeat(10_000)}"/>${'<use href="#p"/>'.repeat(2000)}`,
    `<text id="t">${'x'.repeat(100_000)}</text>${'<use href="#t"/>'.repeat(2000)}`,
    Array.from({ length: 4000 }, (_, n) => `<use id="c${n}" href="#c${n + 1}"/>`).join(''),
  ]) {
    expect(() => read(drawn(content))).toThrowError(
      expect.objectContaining({ code: 'svg_too_complex' }),
    )
  }
  expect(process.threadCpuUsage(began).user).toBeLessThan(3_000_000)
  expect(() => read(drawn(`<title>${'x'.repeat(200_000)}</title>`))).toThrow(/200 kB/)
})

test('accepts a drawing exported by an editor, without the editor’s data', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<!-- Generator: an editor -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  xmlns:xlink="http://www.w3.org/1999/xlink" width="48" height="24" viewBox="0 0 48 24" inkscape:version="1">
  <metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>
  <inkscape:namedview><inkscape:grid/></inkscape:namedview>
  <title>A &amp; &lt;B&gt;</title>
  <defs><style>.cls-1{fill:url(#g);stroke:rgb(0 0 0)}</style>
    <linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>
  <g data-name="Layer" transform="translate(2 3)"><path class="cls-1" d="M0 0h10"/></g>
  <use xlink:href="#g"/>
</svg>`
  expect(read(text)).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="24" viewBox="0 0 48 24">' +
      '<title>A &amp; &lt;B&gt;</title>' +
      '<defs><style>.cls-1{fill:url(#g);stroke:rgb(0 0 0)}</style>' +
      '<linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
      '<g transform="translate(2 3)"><path class="cls-1" d="M0 0h10"/></g>' +
      '<use href="#g"/></svg>',
  )
})
