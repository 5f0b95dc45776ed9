import { useConfig } from '../../config.ts'
import { captchaNames } from '../../content/captcha-names.ts'
import { type PrivacySection, privacyPolicy, privacyUpdated } from '../../content/privacy.ts'
import { Head } from '../../shell/head.tsx'
import { Day } from '../date.tsx'

export default function Privacy() {
  const { shopName, stripe, crypto, captcha } = useConfig()
  const sections = privacyPolicy(shopName, {
    card: stripe !== null,
    crypto,
    captcha: captcha.kind === 'altcha' ? null : captchaNames[captcha.kind],
  })
  return (
    <div className="page pt-10 sm:pt-16">
      <Head
        title="Privacy Policy"
        description={`What ${shopName} keeps about you, why, for how long, and what you can ask for.`}
      />
      <h1 className="display text-[clamp(2.25rem,7vw,4.5rem)]">Privacy Policy</h1>
      <p className="mt-5 text-soft">
        Last updated <Day at={privacyUpdated} />
      </p>
      <div className="mt-10 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <Contents sections={sections} />
        <div className="grid gap-10">
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
        </div>
      </div>
    </div>
  )
}

function Contents({ sections }: { sections: readonly PrivacySection[] }) {
  return (
    <nav aria-label="Contents" className="max-sm:hidden lg:sticky lg:top-24">
      <ol className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-1">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-9 items-center text-[0.9375rem] text-soft transition-colors hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Section({ section: { id, title, body } }: { section: PrivacySection }) {
  return (
    <section aria-labelledby={id}>
      <div className="prose">
        <h2 id={id} className="scroll-mt-24">
          {title}
        </h2>
        {body.map((part) =>
          typeof part === 'string' ? (
            <p key={part}>{part}</p>
          ) : (
            <ul key={part[0]}>
              {part.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          ),
        )}
      </div>
    </section>
  )
}
