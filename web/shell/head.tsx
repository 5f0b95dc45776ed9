import { useOptionalConfig } from '../config.ts'

type HeadProps = {
  /** Of the page, before the product's name; left out on the front page. */
  title?: string
  description?: string
  /** Address of a picture for links shared elsewhere. */
  image?: string | undefined
}

/** What a page says in the document's head; React hoists it there. */
export function Head({ title, description, image }: HeadProps) {
  const config = useOptionalConfig()
  const product = config?.product ?? ''
  const full = title ? `${title} · ${product}` : product
  return (
    <>
      <title>{full}</title>
      <meta property="og:title" content={full} />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {image && <meta property="og:image" content={new URL(image, config?.siteUrl).href} />}
    </>
  )
}
