import type { PlatformShop } from '#server/platform/platform-shop.ts'
import type { SigningKey, SigningKeys } from './loader/signing-key.ts'
import type { Loaders } from './loader-api/loaders.ts'

export type LicensingShop = PlatformShop & {
  loaderKey: SigningKey
  /** The key that fills the slots of loaders. Null if it cannot be decrypted. */
  markKey: Buffer | null
  /** The current, former and next signing keys. Loaders may verify with any of them. */
  loaderKeys: SigningKeys
  loaders: Loaders
}
