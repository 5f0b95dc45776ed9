import { afterAll } from 'vitest'

/**
 * Waits for a fixture that all tests of a file share, and closes it after the last test. For the
 * top of a test file: `const shop = await fileFixture(openTestShop())`.
 */
export async function fileFixture<T extends { close(): Promise<void> }>(
  opening: Promise<T>,
): Promise<T> {
  const fixture = await opening
  afterAll(() => fixture.close())
  return fixture
}
