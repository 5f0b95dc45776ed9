/**
 * The oldest browsers that the pages support. Popovers, `:has`, `URL.canParse` and
 * `@starting-style` decide. Anchored menus and animated accordion panels have fallbacks.
 */
export const supportedBrowsers = { Chrome: '120', Edge: '120', Firefox: '129', Safari: '17.4' }
