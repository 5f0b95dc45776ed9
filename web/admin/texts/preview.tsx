import { useEffect } from 'react'
import { products } from '#contract/catalogue/products.ts'
import { brand } from '#contract/platform/brand.ts'
import { staffTexts } from '#contract/platform/staff-texts.ts'
import {
  type FaqTexts,
  type FooterTexts,
  isMailText,
  type LandingTexts,
  type PromotionTexts,
  type TextName,
  textName,
} from '#contract/platform/text-pages.ts'
import { fillIn } from '#contract/wire/placeholders.ts'
import { api } from '../../api/client.ts'
import { awayFrom } from '../../away.ts'
import { tellConfig, useConfig } from '../../config.ts'
import { Head } from '../../shell/head.tsx'
import { Faq } from '../../storefront/faq/faq.tsx'
import { Landing, ornamentsOf } from '../../storefront/landing/landing.tsx'
import { LegalText } from '../../storefront/legal/legal-text.tsx'
import { PromotionPage } from '../../storefront/promotion/promotion-page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { asStaff } from '../load.ts'
import type { Route } from './+types/preview'
import { useTyped } from './live-preview.ts'
import { MailPreview } from './mail-preview.tsx'
import { textPageOf } from './pages.ts'

export function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  return asStaff(request, 'Failed to load the preview', async () => {
    const { data: name } = textName.safeParse(params.name)
    if (!name) throw awayFrom(request, '/admin/settings/texts')
    const asked = new URL(request.url).searchParams.get('version')
    const version = asked === null ? undefined : Number(asked)
    const [all, hero, shown] = await Promise.all([
      api(products.list),
      api(brand.hero),
      api(staffTexts.preview, {
        params: { name },
        query: version === undefined ? {} : { version },
      }),
    ])
    return { name, ornaments: ornamentsOf(all, hero), ...shown }
  })
}

export function HydrateFallback() {
  return (
    <div className="page grid gap-6 pt-16">
      <Head title="Preview" />
      <Skeleton className="h-20" />
      <Skeleton className="h-96" />
    </div>
  )
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  const { data, error } = loaderData
  if (!data) {
    return (
      <p className="page pt-16">
        <Head title="Preview" />
        {error}
      </p>
    )
  }
  return <Shown key={`${data.name} ${data.version}`} {...data} user={loaderData.user} />
}

type LoaderData = Route.ComponentProps['loaderData']
type ShownProps = NonNullable<LoaderData['data']> & Pick<LoaderData, 'user'>

function Shown({ name, mail, content, legal, version, ornaments, user }: ShownProps) {
  const { shopName } = useConfig()
  // The server renders a legal page, so its preview shows only saved text.
  const typed = useTyped(name, version === null && !legal)
  // The texts of a mail have more placeholders, which the server fills in.
  const words = typed ?? content
  const texts = mail ? words : fillIn(words, { shop: shopName })
  useEffect(() => {
    if (name === 'footer') tellConfig({ footer: texts as FooterTexts })
  })
  return (
    <>
      <div className="sticky top-16 z-10 border-warning/40 border-b bg-[#2a2108] text-sm">
        <p role="status" className="page flex flex-wrap gap-x-4 py-2 text-warning">
          <strong className="font-[650]">
            {version === null
              ? typed
                ? 'Preview of unsaved changes'
                : 'Preview of the draft'
              : version === 0
                ? 'Default text'
                : `Version ${version}`}
          </strong>
          <span>{textPageOf({ name, mail }).title}. Only staff can see this page.</span>
        </p>
      </div>
      <Page name={name} mail={mail} texts={texts} legal={legal} ornaments={ornaments} user={user} />
    </>
  )
}

type PageProps = Pick<ShownProps, 'mail' | 'legal' | 'ornaments' | 'user'> & {
  name: TextName
  texts: Record<string, unknown>
}

function Page({ name, mail, texts, legal, ornaments, user }: PageProps) {
  if (legal) return <LegalText page={legal} />
  if (mail && isMailText(name)) {
    return (
      <div className="page max-w-4xl pt-10">
        <h1 className="sr-only">{mail.title}</h1>
        <MailPreview name={name} mail={mail} words={texts} user={user} />
      </div>
    )
  }
  const featured = ornaments.planned[0] ?? null
  switch (name) {
    case 'faq':
      return <Faq texts={texts as FaqTexts} />
    case 'promotion':
      return (
        <PromotionPage
          texts={texts as PromotionTexts}
          code="WELCOME10"
          referral="FRIEND42"
          offer={
            featured && {
              state: 'counts',
              product: featured,
              plan: '1m',
              saving: 2,
              minimum: 0,
            }
          }
          shown={featured}
        />
      )
    case 'footer':
      return (
        <div className="page min-h-96 pt-16 text-soft">The footer is at the end of the page.</div>
      )
    default:
      return <Landing texts={texts as LandingTexts} {...ornaments} />
  }
}
