import type { Look } from '#server/kernel/config/config.ts'
import type { Database } from '#server/kernel/database/database.ts'

export async function readLook(db: Database): Promise<Look> {
  const row = await db
    .selectFrom('brand')
    .select(['accent', 'logo_hash', 'logo_type', 'logo_width', 'logo_height'])
    .executeTakeFirstOrThrow()
  return { accent: await accentOrOwn(row.accent), logo: logoOf(row) }
}

/** Null means the built-in colours. Loaded on demand, as many shops never need the palette. */
export async function accentOrOwn(accent: string | null) {
  if (accent === null) return null
  const { accentOf } = await import('./palette.ts')
  return accentOf(accent)
}

type LogoRow = {
  logo_hash: string | null
  logo_type: string | null
  logo_width: number | null
  logo_height: number | null
}

export function logoOf({ logo_hash, logo_type, logo_width, logo_height }: LogoRow): Look['logo'] {
  if (logo_hash === null) return null
  const type = logo_type === 'svg' ? 'svg' : 'png'
  return { hash: logo_hash, type, width: logo_width!, height: logo_height! }
}
