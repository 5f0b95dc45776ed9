import { isolate } from '#contract/wire/isolate.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

export const listed = (names: readonly string[]) => list.format(names.map(isolate))
