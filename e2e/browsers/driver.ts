/**
 * The few commands that every engine supports. Playwright drives only Chromium here: its Firefox
 * and its WebKit are custom builds that no distribution packages.
 */
export type Driver = {
  goto(url: string): Promise<unknown>
  back(): Promise<unknown>
  /** Calls a function in the page and returns its result after JSON serialisation. */
  evaluate<Args extends unknown[], Result>(
    call: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>
  /** Clicks with a real pointer, in CSS pixels of the window. */
  click(x: number, y: number): Promise<unknown>
  /** Types into the focused element, key by key. */
  type(text: string): Promise<unknown>
  screenshot(): Promise<Buffer>
  close(): Promise<unknown>
}

/**
 * The expression that calls a function in the page and returns JSON, for drivers that accept source
 * text.
 */
export function callSource(call: (...args: never[]) => unknown, args: unknown[]) {
  return `JSON.stringify((${call})(...${JSON.stringify(args)})) ?? 'null'`
}

/** Pointer and key actions, in the format that WebDriver and WebDriver BiDi share. */
export const clickActions = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
]

export const typeActions = (text: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
]
