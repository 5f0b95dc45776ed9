import { use } from 'react'
import { useLocation } from 'react-router'
import { useOptionalConfig } from '../config.ts'
import { TitleCount } from './title-count.ts'

type HeadProps = {
  /** The title of the page, before the shop's name. Left out on the home page. */
  title?: string
  description?: string
  /** The path of the page's own share image, 1200 × 630. */
  image?: string
  /** The canonical path, if it differs from the requested one. */
  path?: string
  type?: 'website' | 'article' | 'product'
}

/** The page's metadata in the document's head, for search engines and shared links. */
export function Head({ title, description, image, path, type = 'website' }: HeadProps) {
  const config = useOptionalConfig()
  const { pathname } = useLocation()
  const shopName = config?.shopName ?? ''
  const count = use(TitleCount)
  const full = title ? `${title} · ${shopName}` : shopName
  const address = (config?.siteUrl ?? '') + (path ?? pathname)
  const version = config ? `?v=${config.brand.version}` : ''
  const picture = (config?.siteUrl ?? '') + (image ?? '/share/store.png') + version
  return (
    <>
      <title>{count > 0 ? `(${count}) ${full}` : full}</title>
      {description && <meta name="description" content={description} />}
      <link rel="canonical" href={address} />
      <meta property="og:site_name" content={shopName} />
      <meta property="og:type" content={type} />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title ?? shopName} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:image" content={picture} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title ?? shopName} />
      {description && <meta name="twitter:description" content={description} />}
      <meta name="twitter:image" content={picture} />
    </>
  )
}
