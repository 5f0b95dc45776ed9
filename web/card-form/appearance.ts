import type { Appearance } from '@stripe/stripe-js'

/** The shop's styles for the fields inside the provider's frame. */
export function cardAppearance(): Appearance {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(`--${name}`).trim()
  return {
    theme: 'night',
    labels: 'above',
    variables: {
      colorPrimary: token('color-signal'),
      colorBackground: token('color-well'),
      colorText: token('color-ink'),
      colorTextSecondary: token('color-soft'),
      colorTextPlaceholder: token('color-faint'),
      colorDanger: token('color-danger'),
      fontFamily: 'Archivo, Arial, sans-serif',
      fontSizeBase: '16px',
      borderRadius: token('radius-md'),
      spacingUnit: '4px',
    },
    rules: {
      '.Input': { border: `1px solid ${token('color-field')}`, boxShadow: 'none' },
      '.Input:focus': {
        border: `1px solid ${token('color-signal')}`,
        boxShadow: `0 0 0 1px ${token('color-signal')}`,
      },
      '.Label': { color: token('color-soft') },
    },
  }
}
