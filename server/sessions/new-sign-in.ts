import { clock } from '#server/kernel/clock.ts'
import type { Database } from '#server/kernel/database.ts'
import type { Sender } from '#server/mail/frame.ts'
import { queueMail } from '#server/mail/mail.ts'
import { newSignInMail } from './mail-texts.ts'

/** Tells a user by mail that somebody signed in from a browser that is new to them. */
export async function tellNewSignIn(
  db: Database,
  sender: Sender,
  user: { id: number; username: string; email: string },
  { address, userAgent }: { address: string; userAgent: string | undefined },
) {
  const { username } = user
  await queueMail(db, {
    ...newSignInMail(sender, { username, at: clock.date(), device: deviceOf(userAgent), address }),
    to: user.email,
    userId: user.id,
    template: 'new-sign-in',
  })
}

// The first that fits: browsers name themselves after those that they resemble.
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** What a person would call it: `Chrome on Windows`. */
export function deviceOf(userAgent = ''): string {
  const [browser, system] = [browsers, systems].map(
    (names) => names.find(([pattern]) => pattern.test(userAgent))?.[1],
  )
  if (!browser && !system) return 'Unknown device'
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}
