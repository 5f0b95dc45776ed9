import dns from 'node:dns'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import {
  linkedPictureRefusals,
  maxImageBytes,
  pictureRefusals,
} from '#contract/wire/image-upload.ts'
import type { DeclaredRefusal } from '#contract/wire/refusals.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { isPublicAddress } from './public-addresses.ts'

const timeLimit = 10_000
const mostRedirects = 3

const { bad_image_url, image_url_not_public, image_not_fetched } = linkedPictureRefusals
const { image_too_large } = pictureRefusals

const refused = (declared: DeclaredRefusal, cause?: unknown) =>
  new Refusal(declared, { loc: ['body', 'imageUrl'], cause })

type Options = { allowed?: (address: string) => boolean }

/**
 * Downloads at most 5 MB in ten seconds. Connects only to public addresses, whatever a name or
 * redirect leads to, so that it cannot read the operator's network. Refuses with 422.
 */
export async function fetchImage(
  address: string,
  { allowed = isPublicAddress }: Options = {},
): Promise<Buffer> {
  const signal = AbortSignal.timeout(timeLimit)
  try {
    let url = parse(address)
    for (let hop = 0; hop <= mostRedirects; hop++) {
      const response = await request(url, signal, allowed)
      const { statusCode = 0, headers } = response
      if (statusCode === 200) return await read(response)
      response.destroy()
      if (statusCode < 300 || statusCode >= 400 || !headers.location) break
      url = parse(headers.location, url)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : refused(image_not_fetched, error)
  }
  throw refused(image_not_fetched)
}

function parse(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url || !/^https?:$/.test(url.protocol)) throw refused(bad_image_url)
  url.username = ''
  url.password = ''
  return url
}

function request(url: URL, signal: AbortSignal, allowed: (address: string) => boolean) {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address in the URL is used without a lookup, so it is checked here.
  if (isIP(host) && !allowed(host)) throw refused(image_url_not_public)
  const get = url.protocol === 'https:' ? httpsGet : httpGet
  const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg' }
  return new Promise<IncomingMessage>((resolve, reject) => {
    // Without an agent, because a reused connection would skip the check of its address.
    get(url, { signal, headers, agent: false, lookup: guarded(allowed) }, resolve).on(
      'error',
      reject,
    )
  })
}

/** Resolves names like the rest of the process, but fails unless every address is allowed. */
function guarded(allowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    // Read at call time, because network/lookups.ts replaces it with one that shares lookups.
    dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0)
      const first = addresses[0]
      if (!first || !addresses.every(({ address }) => allowed(address))) {
        return callback(refused(image_url_not_public), '', 0)
      }
      if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

async function read(response: IncomingMessage): Promise<Buffer> {
  if (Number(response.headers['content-length']) > maxImageBytes) {
    response.destroy()
    throw refused(image_too_large)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += (chunk as Buffer).length
    // Leaving the loop closes the connection.
    if (size > maxImageBytes) throw refused(image_too_large)
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}
