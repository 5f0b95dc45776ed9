import * as z from 'zod'

export type S3Address = {
  key: string
  secret: string
  /** Without a path: `https://s3.example.com`. */
  endpoint: string
  host: string
  region: string
  bucket: string
  /** Empty, or ends with a slash. */
  prefix: string
  pathStyle: boolean
}

const form =
  'it must be s3://KEY:SECRET@host/bucket, with / in the secret written as %2F, and optionally /folder and ?region=…, ?style=host, ?tls=off'
const options = ['region', 'style', 'tls']

/** Throws an Error that describes the problem, without the secret. */
export function readS3Url(text: string): S3Address {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || !url.host) throw new Error(form)
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  if (!url.username || !url.password) throw new Error(`key or secret is missing: ${form}`)
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw new Error(`the bucket name is missing or invalid: ${form}`)
  }
  const { searchParams: given } = url
  const unknown = [...given.keys()].find((name) => !options.includes(name))
  if (unknown) throw new Error(`unknown option ${unknown}: ${form}`)
  const style = given.get('style') ?? 'path'
  const tls = given.get('tls') ?? 'on'
  if (!['path', 'host'].includes(style) || !['on', 'off'].includes(tls)) throw new Error(form)
  return {
    key: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`,
    host: url.host,
    region: given.get('region') ?? 'us-east-1',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    pathStyle: style === 'path',
  }
}

export const s3Url = z.string().transform((text, context): S3Address => {
  try {
    return readS3Url(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
    return z.NEVER
  }
})
