import { ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { products } from '#contract/catalogue/products.ts'
import type { PromotionTexts } from '#contract/platform/text-pages.ts'
import { texts } from '#contract/platform/texts.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import { ApiError } from '../../api/error.ts'
import { api, readQuery } from '../../api/server.ts'
import { rememberPromotionCode } from '../../cart/promotion-code.ts'
import { formatPrice } from '../../format.ts'
import { termOf } from '../../renewal-words.ts'
import { rememberReferral } from '../../session/referral.ts'
import { useSession } from '../../session/session.ts'
import { Head } from '../../shell/head.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { type Featured, findFeatured } from '../featured.ts'
import { Plans } from '../plans.tsx'
import type { Route } from './+types/promotion-page'
import { type CodeOffer, readOffer } from './code-offer.ts'
import { readPromotion } from './promotion.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const words = await api(context, texts.promotion)
  const promotion = { ...readPromotion(readQuery(context)), texts: words }
  const offer = promotion.code ? await readOffer(context, promotion.code) : null
  if (offer?.state === 'counts') return { ...promotion, offer, shown: offer.product }
  try {
    return { ...promotion, offer, shown: findFeatured(await api(context, products.list)) }
  } catch (error) {
    if (error instanceof ApiError) return { ...promotion, offer, shown: null }
    throw error
  }
}

type PromotionProps = {
  texts: PromotionTexts
  code: string | null
  referral: string | null
  offer: CodeOffer | null
  shown: Featured | null
}

export default function PromotionRoute({ loaderData }: Route.ComponentProps) {
  return <PromotionPage {...loaderData} />
}

export function PromotionPage({ texts, code, referral, offer, shown }: PromotionProps) {
  const user = useSession()
  const good = code && offer && offer.state !== 'refused' ? code : null
  useEffect(() => {
    if (good) rememberPromotionCode(good)
    if (referral) rememberReferral(referral)
  }, [good, referral])
  return (
    <div className="page pt-12 sm:pt-20">
      <Head title={texts.title.replace(/\.$/, '')} description={texts.lead} />
      <div className="grid items-center gap-x-16 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <div>
          <h1 className="display max-w-[11em] text-[clamp(2.5rem,7.5vw,5rem)]">{texts.title}</h1>
          <p className="mt-6 max-w-[27.5em] text-lg text-soft leading-relaxed">{texts.lead}</p>
          <div className="mt-8 flex flex-wrap gap-4">
            <LinkButton
              to={
                user
                  ? offer?.state === 'counts'
                    ? `/product/${offer.product.id}`
                    : '/store'
                  : `/signup${referral ? `?ref=${referral}` : ''}`
              }
              look="primary"
              size="large"
            >
              {texts.access}
              <ArrowRight size={20} aria-hidden="true" />
            </LinkButton>
            <LinkButton to="/store" size="large">
              {texts.store}
            </LinkButton>
          </div>
        </div>
        {(code || referral) && (
          <dl className="surface notch-10 divide-y divide-line">
            {code && offer && (
              <Code label={texts.code_label} value={code} note={noteOf(texts, offer)} />
            )}
            {referral && (
              <Code label={texts.referral_label} value={referral} note={texts.referral_note} />
            )}
          </dl>
        )}
      </div>
      {shown && (
        <section aria-labelledby="plans" className="mt-16">
          <h2 id="plans" className="title mb-6 text-2xl">
            {fillIn(texts.plans, { product: shown.name })}
          </h2>
          <Plans product={shown} />
        </section>
      )}
    </div>
  )
}

function noteOf(texts: PromotionTexts, offer: CodeOffer): string {
  if (offer.state === 'unchecked') return texts.code_unchecked
  if (offer.state === 'refused') return fillIn(texts.code_refused, { reason: offer.reason })
  const { saving, product, plan, minimum } = offer
  const counts = fillIn(texts.code_counts, {
    saving: formatPrice(saving),
    term: termOf(plan),
    product: product.name,
  })
  return minimum > 0 ? `${counts} Applies to orders of at least ${formatPrice(minimum)}.` : counts
}

type CodeProps = { label: string; value: string; note: string }

function Code({ label, value, note }: CodeProps) {
  return (
    <div className="px-6 py-6 sm:px-8 sm:py-7">
      <dt className="label">{label}</dt>
      <dd>
        <span className="display mt-2 block break-all text-[clamp(1.5rem,4vw,2.25rem)]">
          {value}
        </span>
        <span className="mt-3 block text-soft">{note}</span>
      </dd>
    </div>
  )
}
