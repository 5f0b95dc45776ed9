declare module 'bidi-js' {
  type Levels = {
    /** An embedding level per UTF-16 unit. An odd level means right to left. */
    levels: Uint8Array
    paragraphs: { start: number; end: number; level: number }[]
  }
  export default function bidiFactory(): {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): Levels
    getReorderedIndices(text: string, levels: Levels, start?: number, end?: number): number[]
    getMirroredCharacter(character: string): string | null
  }
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}

declare module 'subset-font' {
  type Options = { targetFormat: 'sfnt'; variationAxes?: Record<string, number> }
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
