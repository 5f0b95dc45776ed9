import type { Database } from '#server/kernel/database/database.ts'
import { clock } from '#server/kernel/time/clock.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { newSignInMail, writeNewSignInMail } from './mail-texts.ts'

export async function tellNewSignIn(
  db: Database,
  sender: Sender,
  user: { id: number; username: string; email: string },
  { address, userAgent }: { address: string; userAgent: string | undefined },
) {
  const { username } = user
  await queueMail(db, {
    ...writeNewSignInMail(sender, {
      username,
      at: clock.date(),
      device: deviceOf(userAgent),
      address,
    }),
    to: user.email,
    userId: user.id,
    template: newSignInMail,
  })
}

// The first match counts, because browsers include the names of those that they imitate.
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

/** Returns a readable name, such as `Chrome on Windows`. */
export function deviceOf(userAgent = ''): string {
  const [browser, system] = [browsers, systems].map(
    (names) => names.find(([pattern]) => pattern.test(userAgent))?.[1],
  )
  if (!browser && !system) return 'Unknown device'
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}
