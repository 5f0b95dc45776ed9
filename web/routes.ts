import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  layout('shell/boundary.tsx', [
    index('storefront/landing/landing.tsx'),
    route('store', 'storefront/store/store.tsx'),
    route('product/:id', 'storefront/product/product.tsx'),
    route('cart', 'storefront/cart/cart-page.tsx'),
    route('*', 'shell/not-found.tsx'),
  ]),
] satisfies RouteConfig
