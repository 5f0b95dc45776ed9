import type { LandingTexts } from '#contract/platform/text-pages.ts'
import { AccessButton } from './access-button.tsx'

export function FinalCall({ texts }: { texts: LandingTexts }) {
  return (
    <section aria-labelledby="start" className="page mt-24 sm:mt-32">
      <div className="surface notch-10 flex flex-wrap items-end justify-between gap-x-12 gap-y-8 px-6 py-10 sm:px-12 sm:py-14">
        <div>
          <h2 id="start" className="display max-w-[12.6em] text-[clamp(2rem,5vw,3.5rem)]">
            {texts.final_title}
          </h2>
          <p className="mt-4 text-lg text-soft">{texts.final_lead}</p>
        </div>
        <AccessButton wide>{texts.access}</AccessButton>
      </div>
    </section>
  )
}
