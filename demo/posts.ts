import { readFileSync } from 'node:fs'

export interface DemoPost {
  /** Identifies its text, `posts/{key}.md`, and its picture. */
  key: string
  title: string
  author: string
  daysAgo: number
}

/** The demo shop's blog, newest first. */
export const demoPosts: DemoPost[] = [
  {
    key: 'after-the-patch',
    title: 'Counter-Strike 2: what the patch moved, and how we noticed',
    author: 'Ines Okafor',
    daysAgo: 2,
  },
  {
    key: 'faster-loader',
    title: 'Loader 1.4: half the size, and it starts before you let go of the mouse',
    author: 'Tomas Lindqvist',
    daysAgo: 9,
  },
  {
    key: 'late-short-and-over',
    title: 'Late, short and over: what happens to a crypto payment that is not quite right',
    author: 'Mira Castellan',
    daysAgo: 23,
  },
  {
    key: 'forty-braking-points',
    title: 'Forty braking points: a slow driver reads his own telemetry',
    author: 'Ben Ashworth',
    daysAgo: 38,
  },
  {
    key: 'before-you-see-it',
    title: 'How we test an update before you see it',
    author: 'Ines Okafor',
    daysAgo: 57,
  },
  {
    key: 'free-month',
    title: 'Why we give a month away for every third friend',
    author: 'Mira Castellan',
    daysAgo: 84,
  },
  {
    key: 'winter-roadmap',
    title: 'The next half year, with the parts we are unsure about',
    author: 'Tomas Lindqvist',
    daysAgo: 120,
  },
]

/** The post's text in markdown. */
export function textOf(key: string): string {
  return readFileSync(new URL(`./posts/${key}.md`, import.meta.url), 'utf8').trim()
}
