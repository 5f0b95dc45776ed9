import { afterAll } from 'vitest'

/** For the top of a test file: `const shop = await fileFixture(openTestShop())`. */
export async function fileFixture<T extends { close(): Promise<void> }>(
  opening: Promise<T>,
): Promise<T> {
  const fixture = await opening
  afterAll(() => fixture.close())
  return fixture
}
